// A button that copies the text of a field: data-copy names the field, data-status the element for the result: done (data-copied), or
// how to copy manually (data-select). Without this script it stays hidden, and the text can be selected. Pages over plain http have no
// clipboard API, so the older way is the fallback.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(field.value);
      isCopied = true;
    } catch {
      isCopied = document.execCommand("copy");
    }
    document.getElementById(button.dataset.status).textContent = isCopied ? button.dataset.copied : button.dataset.select;
  });
}
