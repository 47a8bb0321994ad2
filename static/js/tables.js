// Dragging students between tables in the lobby, with mouse, pen, or finger. A drop selects the option in the list beside the name and
// presses its button, so the server gets the same form either way.
//
// Rows have data-student, drop targets data-table. During a drag, the live part is not swapped but requested again afterwards.
"use strict";

(() => {
  const FAR = 6; // px of movement before a press becomes a drag
  const EDGE = 56; // px from the window's edge where the page scrolls
  const STEP = 9;

  const root = document.documentElement;
  const part = document.querySelector("[data-live]");
  if (!part) return;
  root.dataset.drags = "";

  let pressed = null; // {row, id, x, y}
  let ghost = null;
  let target = null;
  let isStale = false;
  let at = { x: 0, y: 0 };

  const chooser = (id) => document.getElementById(`table-of-${id}`);

  function press(event) {
    if (pressed || event.button !== 0 || !event.isPrimary) return;
    if (event.target.closest("a, button, select, input, summary")) return;
    const row = event.target.closest("[data-student]");
    // Touch drags only by the grip; elsewhere it scrolls.
    if (!row || (event.pointerType !== "mouse" && !event.target.closest(".grip"))) return;
    pressed = { row, id: row.dataset.student, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  function begin() {
    ghost = document.createElement("div");
    ghost.className = "drag-ghost";
    ghost.textContent = pressed.row.querySelector(".seated-name").textContent;
    document.body.append(ghost);
    root.dataset.dragging = "";
    pressed.row.dataset.dragged = "";
    requestAnimationFrame(scroll);
  }

  function move(event) {
    if (!pressed || event.pointerId !== pressed.pointer) return;
    at = { x: event.clientX, y: event.clientY };
    if (!ghost && Math.hypot(at.x - pressed.x, at.y - pressed.y) < FAR) return;
    if (!ghost) begin();
    event.preventDefault();
    follow();
  }

  function follow() {
    ghost.style.transform = `translate(${at.x + 12}px, ${at.y + 12}px)`;
    const under = document.elementFromPoint(at.x, at.y);
    const row = under?.closest("[data-student]");
    aim(row && row !== pressed.row ? row : under?.closest("[data-table]"));
  }

  function aim(element) {
    if (target === element) return;
    if (target) delete target.dataset.over;
    target = element ?? null;
    if (target) target.dataset.over = "";
  }

  function scroll() {
    if (!ghost) return;
    const step = at.y < EDGE ? -STEP : at.y > window.innerHeight - EDGE ? STEP : 0;
    if (step) {
      window.scrollBy(0, step);
      follow();
    }
    requestAnimationFrame(scroll);
  }

  function release(event) {
    if (!pressed || (event && event.pointerId !== pressed.pointer)) return;
    const { row, id } = pressed;
    const place = ghost && event?.type === "pointerup" ? target : null;
    const hasDragged = ghost !== null;
    aim(null);
    ghost?.remove();
    delete root.dataset.dragging;
    delete row.dataset.dragged;
    pressed = ghost = null;
    if (hasDragged && isStale && !place) part.dispatchEvent(new CustomEvent("refresh"));
    isStale = false;
    if (place) drop(id, place, row);
  }

  function drop(id, place, row) {
    const own = row.closest("[data-table]")?.dataset.table;
    const value = place.dataset.student ? `swap-${place.dataset.student}` : place.dataset.table;
    const select = chooser(id);
    if (!select || value === own) return;
    if (![...select.options].some((option) => option.value === value)) select.add(new Option("…", value));
    select.value = value;
    document.getElementById(`move-${id}`).click();
  }

  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && ghost) release(); });
  document.addEventListener("selectstart", (event) => { if (ghost) event.preventDefault(); });

  document.addEventListener("htmx:before:swap", (event) => {
    if (!ghost || event.detail.ctx.target !== part) return;
    event.preventDefault();
    isStale = true;
  });

  // A list keeps the user's choice (choices.js): after a move, reset it to the table, and focus it again.
  document.addEventListener("htmx:after:swap", (event) => {
    const id = event.detail.ctx.sourceElement?.id?.match(/^move-(.+)$/)?.[1];
    const select = id && chooser(id);
    if (!select) return;
    for (const option of select.options) option.selected = option.defaultSelected;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    if (document.activeElement === document.body || document.activeElement?.id === `move-${id}`) select.focus();
  });
})();
