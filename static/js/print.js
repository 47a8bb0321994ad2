// The button on printable pages. Without this script it stays hidden, and the browser's own print command works.
"use strict";

const button = document.querySelector("[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
