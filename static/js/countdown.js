// Counts down two times between responses of the server: the student's turn, and the end of the games.
//
// The server sends the seconds left (data-left), so the device's clock doesn't matter. Screen readers get two announcements per turn
// (announce.js): at the start, and when little time is left. The key T requests more time.
"use strict";

(() => {
  const STEP_MS = 1000;
  const LITTLE = 20; // seconds, also in the text of data-ends

  const due = {}; // by ID of the element: the deadline by performance.now(), and the server's data
  let announced = ""; // turn and kind of the last announcement

  const find = (id) => document.getElementById(id);

  // Only new data from the server counts: a response without changes leaves the old number on the page.
  function read(id) {
    const part = find(id);
    const news = part && `${part.dataset.of} ${part.dataset.left}`;
    if (news === due[id]?.news) return;
    due[id] = part ? { news, at: performance.now() + Number(part.dataset.left) * 1000 } : undefined;
  }

  const leftOf = (id) => Math.max(0, Math.ceil((due[id].at - performance.now()) / 1000));

  function announce(key, text) {
    if (announced === key) return;
    announced = key;
    document.dispatchEvent(new CustomEvent("announce", { detail: text }));
  }

  function stepTurn() {
    const part = find("turn-time");
    if (!part) return;
    const left = leftOf("turn-time");
    part.querySelector("progress").value = left;
    if (left > LITTLE) announce(`${part.dataset.of} begins`, part.dataset.begins);
    else announce(`${part.dataset.of} ends`, part.dataset.ends);
  }

  function stepEnd() {
    const part = find("games-end");
    if (!part) return;
    const left = leftOf("games-end");
    const minutes = left < 60 ? 0 : Math.ceil(left / 60);
    const text = JSON.parse(part.dataset.countdown)[minutes];
    if (text && part.textContent !== text) part.textContent = text;
  }

  // The shortcut that restarts the turn's timer, unless single-key shortcuts are off.
  function onKey({ key, target, altKey, ctrlKey, metaKey }) {
    if (!/^t$/i.test(key) || altKey || ctrlKey || metaKey || document.documentElement.dataset.keys === "off") return;
    if (!target.matches?.("input:not([type=radio]), textarea, select")) find("more-time")?.click();
  }

  function step() {
    read("turn-time");
    read("games-end");
    stepTurn();
    stepEnd();
  }

  step();
  document.addEventListener("keydown", onKey);
  document.addEventListener("htmx:after:swap", step);
  setInterval(step, STEP_MS);
})();
