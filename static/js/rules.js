// Opens "How to play" over the page, which keeps its selection, typed text, and focus.
// Without this file, the link opens a page.
"use strict";

(() => {
  const rules = document.getElementById("rules");
  if (!rules) return;

  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
    if (ctx.target !== rules || rules.open) return;
    rules.showModal();
    rules.scrollTop = 0;
  });
  rules.addEventListener("click", (event) => {
    if (event.target === rules || event.target.closest("[data-closes]")) rules.close();
  });
  rules.addEventListener("keydown", (event) => event.stopPropagation()); // the board handles keys, too
})();
