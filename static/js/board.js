// Keys on the board. Without this file every space is a tab stop of its own; with it the board is one.
"use strict";

(() => {
  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  let current = "A1";
  let typed = { digits: "", at: 0 };

  const board = () => document.querySelector("#board[role=grid]");
  const spaces = () => [...board().querySelectorAll("button")];
  const lines = () => [...board().querySelectorAll("[role=row]")].map((line) => [...line.querySelectorAll("button")]);

  // The one tab stop is the space last visited. A morph leaves tabindex alone (htmx-config, morphIgnore).
  function rove() {
    if (!board()) return;
    const stop = document.getElementById(current) || spaces()[0];
    for (const space of spaces()) space.tabIndex = space === stop ? 0 : -1;
  }

  function visit(space) {
    if (!space) return;
    current = space.id;
    rove();
    space.focus();
  }

  function neighbour(space, key, isFar) {
    const rows = lines();
    const y = rows.findIndex((row) => row.includes(space));
    const x = rows[y].indexOf(space);
    if (key === "Home") return isFar ? rows[0][0] : rows[y][0];
    if (key === "End") return isFar ? rows.at(-1).at(-1) : rows[y].at(-1);
    const [down, right] = STEPS[key];
    return rows[y + down]?.[x + right];
  }

  // Digits go to the next space that begins with them, from the present one on and round.
  function find(space, digit) {
    const now = Date.now();
    const goesOn = now - typed.at < 1200;
    typed = { digits: (goesOn ? typed.digits : "") + digit, at: now };
    const all = spaces();
    const from = all.indexOf(space) + (goesOn ? 0 : 1);
    const round = [...all.slice(from), ...all.slice(0, from)];
    return round.find((other) => other.textContent.trim().startsWith(typed.digits));
  }

  function onBoardKey(event, space) {
    const { key } = event;
    if (event.altKey || event.metaKey) return;
    let goal;
    if (key in STEPS || key === "Home" || key === "End") goal = neighbour(space, key, event.ctrlKey);
    else if (/^\d$/.test(key) && !event.ctrlKey) goal = find(space, key);
    else if (key === "Escape") return leave();
    else return;
    event.preventDefault();
    visit(goal);
  }

  function leave() {
    const chosen = document.querySelector("#hand input:checked") || document.querySelector("#hand input");
    chosen?.focus();
  }

  function onCardKey(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      event.target.checked = true;
      visit(document.getElementById(current));
    } else if (event.key === "Escape") {
      event.target.checked = false;
    }
  }

  function showKeys() {
    const keys = document.getElementById("keys");
    if (!keys) return;
    keys.open = !keys.open;
    keys.querySelector("summary").focus();
  }

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (!(target instanceof Element)) return;
    if (target.matches("#board button")) onBoardKey(event, target);
    else if (target.matches("#hand input")) onCardKey(event);
    if (event.key === "?" && !target.matches("input:not([type=radio]), textarea")) showKeys();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("#board button") && event.target.id !== current) {
      current = event.target.id;
      rove();
    }
  });
  document.addEventListener("htmx:after:swap", rove);
  rove();
})();
