// Closes a question that covers other parts of the page: with Esc, or when the teacher goes on elsewhere.
// Without this file, its summary closes it.
"use strict";

(() => {
  const open = () => document.querySelectorAll(".ask[open]");

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
})();
