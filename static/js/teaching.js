// Live pages of teachers: where the focus goes when something closes.
"use strict";

(() => {
  const open = () => document.querySelectorAll(".ask[open]");

  // A question that covers other parts of the page closes with Esc, or when the teacher goes on elsewhere.
  function leave({target}) {
    for (const ask of open()) if (!ask.contains(target)) ask.open = false;
  }

  document.addEventListener("click", leave);
  document.addEventListener("focusin", leave);
  document.addEventListener("keydown", ({key}) => {
    if (key !== "Escape") return;
    for (const ask of open()) {
      ask.open = false;
      ask.querySelector("summary").focus();
    }
  });
  // Why a move was rejected stays in the part with its form, although each update omits it. An alert would be read again.
  const rejected = document.getElementById("move-rejected");
  if (rejected) document.addEventListener("htmx:after:swap", () => {
    const part = document.getElementById("move");
    if (!part || part.contains(rejected)) return;
    rejected.querySelector("[role]")?.removeAttribute("role");
    part.querySelector("summary").after(rejected);
  });
  // Unlocking or signing out a student removes the button: focus the next one, or finally the page.
  const LISTS = {unlock: "#locked-out", "sign-out-student": "#several-devices"};
  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
    const list = LISTS[ctx.request?.action.split("/").pop()];
    if (!list || document.activeElement !== document.body) return;
    (document.querySelector(`${list} button`) ?? document.getElementById("main")).focus({preventScroll: true});
  });
})();
