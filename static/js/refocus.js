// After a form is sent by keyboard, the page that comes focuses what says what happened: its message, otherwise the control that was pressed,
// otherwise the content. Pages that focus a field by themselves (autofocus) are left alone, and so is who uses a mouse or a finger.
"use strict";

(() => {
  const KEY = "sent";
  const FRESH_MS = 10000; // a form that only downloads a file opens no page
  const main = document.getElementById("main");
  let isPointed = false; // whether the mouse or a finger was used last

  function remember(event) {
    const {target: form, submitter} = event;
    if (event.defaultPrevented || isPointed || form.getAttribute("method") !== "post" || form.hasAttribute("target")) return;
    const sent = {path: location.pathname, id: submitter?.id, action: form.getAttribute("action"), at: Date.now()};
    sessionStorage.setItem(KEY, JSON.stringify(sent));
  }

  // The control may have another name now, such as Resume, or be in a closed list, or be gone.
  function controlOf({id, action}) {
    const forms = [...main.querySelectorAll("form[method=post]")];
    const control = (id && document.getElementById(id)) || forms.find((form) => form.getAttribute("action") === action)?.querySelector("button");
    return control?.closest("details:not([open])")?.querySelector("summary") ?? control;
  }

  function refocus() {
    const sent = JSON.parse(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    if (!sent || Date.now() - sent.at > FRESH_MS || document.querySelector("[autofocus]")) return;
    const message = main.querySelector(".notice[role=alert], [role=status] > .notice");
    const control = sent.path === location.pathname ? controlOf(sent) ?? main : null;
    if (message) message.tabIndex = -1;
    (message ?? control)?.focus({preventScroll: control === main});
  }

  addEventListener("pointerdown", () => { isPointed = true; }, true);
  addEventListener("keydown", () => { isPointed = false; }, true);
  document.addEventListener("submit", remember);
  if (location.hash) addEventListener("load", () => requestAnimationFrame(refocus)); // going to the fragment takes the focus away
  else refocus();
})();
