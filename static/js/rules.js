// Opens "How to play" over the page, which stays as it is: what was chosen and typed, and where the focus was.
// Without this file its link leads to a page.
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
  rules.addEventListener("keydown", (event) => event.stopPropagation()); // the board has keys of its own
})();
