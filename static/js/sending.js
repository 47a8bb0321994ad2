// Says when the answer to a form takes long, and when there is none: then the same can be sent again. What arrives twice counts once.
//
// The words lie over the box that tells what happened, so nothing moves. Pressing them sends the form again; so does what was pressed before.
"use strict";

(() => {
  const SLOW_MS = 700;
  const UNSENT_MS = 5000;

  const part = document.getElementById("live");
  const words = document.getElementById("sending");
  const urgent = document.getElementById("urgent");
  if (!part || !words) return;

  let post = null; // the last form that was sent: its request, and how to send it again
  let pressed = null;
  let timers = [];

  function show(text, isUnsent) {
    const box = ["#slot", ".turn", "#live"].map((name) => document.querySelector(name)).find((one) => one?.offsetHeight > 8);
    const {left, top, width, height} = box.getBoundingClientRect();
    const style = {left, top: Math.max(0, top), width, "min-height": Math.min(height, 76)};
    for (const [name, value] of Object.entries(style)) words.style.setProperty(name, `${value}px`);
    words.textContent = text;
    words.hidden = false;
    words.disabled = !isUnsent;
    if (isUnsent) urgent.replaceChildren(text);
    else document.dispatchEvent(new CustomEvent("tell", { detail: text }));
  }

  function end() {
    timers.forEach(clearTimeout);
    timers = [];
    words.hidden = true;
    urgent.replaceChildren();
  }

  function begin(ctx) {
    end();
    post = { ctx, ...pressed };
    timers = [
      setTimeout(() => show(words.dataset.slow, false), SLOW_MS),
      setTimeout(() => ctx.request.abort?.("timeout"), UNSENT_MS),
    ];
  }

  const isPost = (ctx) => ctx.target === part && ctx.request.method === "POST";

  // Submits a form that htmx sends by an event of our own, and tells whether htmx took it. After a form that the browser submits, Chromium
  // looks at each change of the page whether that form has gone, to offer to save a password: it lays the page out in the middle of each swap.
  function submit(form, submitter) {
    return !form.dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true }));
  }

  document.addEventListener("click", (event) => {
    const submitter = event.target.closest?.("[hx-post] button:not([type=button])");
    if (!submitter || event.defaultPrevented || !submitter.form.checkValidity()) return;
    if (submit(submitter.form, submitter)) event.preventDefault();
  });
  document.addEventListener("submit", ({target, submitter}) => { pressed = { form: target, submitter }; }, true);
  document.addEventListener("htmx:before:request", ({detail: {ctx}}) => { if (isPost(ctx)) begin(ctx); });
  document.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
    if (ctx !== post?.ctx) return;
    end();
    const status = ctx.response?.status;
    if (!status || status === 400 || status >= 500) show(words.dataset.unsent, true);
  });
  // The page goes on all the same: it was sent, or another player has moved.
  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => { if (ctx.target === part && ctx.text && !timers.length) end(); });
  words.addEventListener("click", () => {
    const {form, submitter} = post;
    if (form.isConnected) submit(form, submitter?.isConnected ? submitter : null);
    else end();
  });
})();
