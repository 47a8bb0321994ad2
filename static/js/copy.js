// A button that copies the text of a field: data-copy names the field. Without this script it stays hidden; the text can be
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
    const said = document.getElementById(button.dataset.said);
    said.textContent = isCopied ? "Copied." : "Press Ctrl+C to copy.";
  });
}
