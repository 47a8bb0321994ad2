// Shows when the response to a form takes long or is missing; then the form can be sent again. What arrives twice counts once.
//
// The message covers the box with the last move, so nothing shifts. Pressing it sends the form again, and so does the original button.
"use strict";

(() => {
  const SLOW_MS = 700;
  const UNSENT_MS = 5000;

  const part = document.getElementById("live");
  const message = document.getElementById("sending");
  const urgent = document.getElementById("urgent");
  if (!part || !message) return;

  let post = null; // the last submitted form: its request, and how to send it again
  let pressed = null;
  let timers = [];

  function show(text, isUnsent) {
    const box = ["#slot", ".turn", "#live"].map((name) => document.querySelector(name)).find((one) => one?.offsetHeight > 8);
    const {left, top, width, height} = box.getBoundingClientRect();
    const style = {left, top: Math.max(0, top), width, "min-height": Math.min(height, 76)};
    for (const [name, value] of Object.entries(style)) message.style.setProperty(name, `${value}px`);
    message.textContent = text;
    message.hidden = false;
    message.disabled = !isUnsent;
    if (isUnsent) urgent.replaceChildren(text);
    else document.dispatchEvent(new CustomEvent("announce", { detail: text }));
  }

  function end() {
    timers.forEach(clearTimeout);
    timers = [];
    message.hidden = true;
    urgent.replaceChildren();
  }

  function begin(ctx) {
    end();
    post = { ctx, ...pressed };
    timers = [
      setTimeout(() => show(message.dataset.slow, false), SLOW_MS),
      setTimeout(() => ctx.request.abort?.("timeout"), UNSENT_MS),
    ];
  }

  const isPost = (ctx) => ctx.target === part && ctx.request.method === "POST";

  // Submits an htmx form with a synthetic event, and returns whether htmx handled it. After a native submission, Chromium checks on each
  // change of the page whether the form was removed, to offer to save a password, which forces a layout during each swap.
  function submit(form, submitter) {
    return !form.dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true }));
  }

  document.addEventListener("click", (event) => {
    const submitter = event.target.closest?.("[hx-post] button:not([type=button])");
    if (!submitter || event.defaultPrevented || !submitter.form.checkValidity()) return;
    // Only the first click of a double click counts: the second would be a second try.
    if (event.detail > 1 || submit(submitter.form, submitter)) event.preventDefault();
  });
  document.addEventListener("submit", ({target, submitter}) => { pressed = { form: target, submitter }; }, true);
  document.addEventListener("htmx:before:request", ({detail: {ctx}}) => { if (isPost(ctx)) begin(ctx); });
  document.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
    if (ctx !== post?.ctx) return;
    end();
    const status = ctx.response?.status;
    if (!status || status === 400 || status >= 500) show(message.dataset.unsent, true);
  });
  // The page was updated anyway: the form was sent, or another player moved.
  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => { if (ctx.target === part && ctx.text && !timers.length) end(); });
  message.addEventListener("click", () => {
    const {form, submitter} = post;
    if (form.isConnected) submit(form, submitter?.isConnected ? submitter : null);
    else end();
  });
})();
