// Reports: arrow keys move within a matrix, which is a single tab stop; "?" opens the explanation of the numbers.
// While answers are being counted, the page asks again, and loads itself when they are.
"use strict";

for (const table of document.querySelectorAll("[data-grid]")) {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => cell.querySelector("a")));
  const links = rows.flat().filter(Boolean);
  links.forEach((link, place) => { link.tabIndex = place ? -1 : 0; });
  const next = (row, column, down, right) => {
    do {
      row += down;
      column += right;
      if (rows[row]?.[column]) return rows[row][column];
    } while (row >= 0 && row < rows.length && column >= 0 && column < rows[0].length);
    return null;
  };
  table.addEventListener("keydown", (event) => {
    const row = rows.findIndex((some) => some.includes(event.target));
    if (row < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const column = rows[row].indexOf(event.target);
    const sideways = document.dir === "rtl" ? -1 : 1;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -sideways], ArrowRight: [0, sideways] };
    const found = steps[event.key] && next(row, column, ...steps[event.key]);
    const target = event.key === "Home" ? links[0] : event.key === "End" ? links.at(-1) : found;
    if (!steps[event.key] && !target) return;
    event.preventDefault();
    if (!target) return;
    event.target.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  });
}

document.addEventListener("keydown", (event) => {
  const definitions = document.getElementById("definitions");
  if (event.key !== "?" || !definitions || event.target.closest("input, textarea, select")) return;
  definitions.open = true;
  definitions.querySelector("summary").focus();
});

const ASK_AGAIN_MS = 15000;

if (document.querySelector("[data-counting]")) {
  const asking = setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok || (await answer.text()).includes("data-counting")) return;
    clearInterval(asking);
    location.reload();
  }, ASK_AGAIN_MS);
}
