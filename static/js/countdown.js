// Lets two times run down between two answers of the server: that of their own turn, and that until the games end.
//
// The server says how many seconds are left (data-left), so the clock of this device does not matter. Screen readers are told of
// the turn's time twice: when it begins, and when little is left.
"use strict";

(() => {
  const STEP_MS = 1000;
  const LITTLE = 10; // seconds

  const said = document.createElement("p");
  said.className = "visually-hidden";
  said.setAttribute("role", "status");
  document.querySelector("main")?.append(said);

  const due = {}; // by id of the part: when it is over, by performance.now(), and what the server said
  let told = ""; // what of which turn was told last

  const find = (id) => document.getElementById(id);

  // Only what the server said again counts: an answer that changed nothing leaves an old number on the page.
  function read(id) {
    const part = find(id);
    const news = part && `${part.dataset.of} ${part.dataset.left}`;
    if (news === due[id]?.news) return;
    due[id] = part ? { news, at: performance.now() + Number(part.dataset.left) * 1000 } : undefined;
  }

  const leftOf = (id) => Math.max(0, Math.ceil((due[id].at - performance.now()) / 1000));

  function tell(key, text) {
    if (told === key) return;
    told = key;
    said.textContent = text;
  }

  function stepTurn() {
    const part = find("turn-time");
    if (!part) return;
    const left = leftOf("turn-time");
    part.querySelector("progress").value = left;
    if (left > LITTLE) tell(`${part.dataset.of} begins`, `${left} seconds for your turn.`);
    else tell(`${part.dataset.of} ends`, `${left} seconds left.`);
  }

  function stepEnd() {
    const part = find("games-end");
    if (!part) return;
    const left = leftOf("games-end");
    const minutes = Math.ceil(left / 60);
    const words = left < 60 ? "in less than a minute" : minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`;
    if (part.textContent !== words) part.textContent = words;
  }

  function step() {
    read("turn-time");
    read("games-end");
    stepTurn();
    stepEnd();
  }

  step();
  document.addEventListener("htmx:after:swap", step);
  setInterval(step, STEP_MS);
})();
