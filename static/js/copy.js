// A button that copies the text of a field: data-copy names the field, data-status the part that says it is done (data-copied)
// or how to do it by hand (data-select). Without this script it stays hidden; the text can be
// selected. Plain http has no clipboard for pages, so the old way is the second one.
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
