// Downloads with progress: shows that a file is being created and how much has arrived, prevents duplicates, and reports failures.
//
// Without this script or browser support, the links work as usual.
"use strict";

(() => {
  const FILE = /\.(csv|json|xlsx|zip)$/;
  const box = document.getElementById("downloading");
  const bar = box?.querySelector("progress");
  const words = box?.querySelector("[role]");
  if (!box || !window.ReadableStream) return;

  const size = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  let isBusy = false;

  function show(text, { done = 0, total = 0, isOver = false } = {}) {
    box.hidden = false;
    bar.hidden = isOver;
    if (total) {
      bar.max = total;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
    if (words.textContent !== text) words.textContent = text;
  }

  function nameIn(header) {
    const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(header) ?? [];
    return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(header)?.[1] ?? "";
  }

  async function load(address) {
    const answer = await fetch(address);
    const header = answer.headers.get("Content-Disposition");
    if (!answer.ok || !header) throw new Error(answer.status); // a page instead of a file: the user is signed out
    const length = answer.headers.has("Content-Encoding") ? 0 : answer.headers.get("Content-Length");
    const total = Number(answer.headers.get("Expected-Length") ?? length);
    const parts = [];
    let done = 0;
    for (const reader = answer.body.getReader(); ;) {
      const { done: isEnd, value } = await reader.read();
      if (isEnd) return [new Blob(parts, { type: answer.headers.get("Content-Type") }), nameIn(header)];
      parts.push(value);
      done += value.length;
      show(box.dataset.coming.replace("…", size.format(done / 1e6)), { done, total });
    }
  }

  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.protocol === "blob:" || !FILE.test(link.pathname) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    link.setAttribute("aria-disabled", "true");
    show(box.dataset.preparing);
    try {
      save(...await load(link.href));
      show(box.dataset.saved, { isOver: true });
    } catch {
      show(box.dataset.failed, { isOver: true });
    }
    link.removeAttribute("aria-disabled");
    isBusy = false;
  });
})();
