// Asks before a form with data-confirm is sent. Without this file it is sent at once: such forms are never the only safeguard.
"use strict";

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);
