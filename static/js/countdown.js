// Counts two times down between two answers of the server: the time for the student's turn, and the time until the games end.
//
// The server says how many seconds are left (data-left), so the clock of this device does not matter. Screen readers are told of
// the turn's time twice (tell.js): when it begins, and when little is left. T asks the server for more.
"use strict";

(() => {
  const STEP_MS = 1000;
  const LITTLE = 20; // seconds: data-ends says them

  const due = {}; // by id of the part: when it is over, by performance.now(), and what the server said
  let announced = ""; // of which turn what was announced last

  const find = (id) => document.getElementById(id);

  // Only a new number from the server counts: an answer that changed nothing leaves an old one on the page.
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
    document.dispatchEvent(new CustomEvent("tell", { detail: text }));
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

  // The key that gives the turn its whole time again, unless single keys are turned off.
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
