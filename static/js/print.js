// The print button of pages to print. Without this script it stays hidden: the browser's own does it too.
"use strict";

const button = document.querySelector("[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
