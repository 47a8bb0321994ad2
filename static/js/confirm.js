// Asks for confirmation before submitting a form with data-confirm, or by a button with it. Without this file, it is submitted at once: the server has its own safeguards.
"use strict";

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);
