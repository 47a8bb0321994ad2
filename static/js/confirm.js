// Asks before a form with data-confirm is sent, or one by a button with it. Without this file it is sent at once: such forms are never the only safeguard.
"use strict";

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);
