// Keyboard navigation on the board. Without this file, every space is a tab stop; with it, the board is a single one.
"use strict";

(() => {
  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  let current = "A1";
  const CONTINUES_MS = 1200; // within this time, a key continues the typed text
  let typed = { text: "", at: 0 };
  const areKeysOff = document.documentElement.dataset.keys === "off"; // only arrows, Home, End, Enter, and Escape work

  const board = () => document.querySelector("#board[role=grid]");
  const spaces = () => [...board().querySelectorAll("button")];
  const lines = () => [...board().querySelectorAll("[role=row]")];

  // The tab stop is the space visited last (roving tabindex). Morphs ignore tabindex (htmx-config, morphIgnore).
  function rove() {
    if (!board()) return;
    const stop = document.getElementById(current) || spaces()[0];
    for (const space of board().querySelectorAll('button:not([tabindex="-1"])')) if (space !== stop) space.setAttribute("tabindex", "-1");
    if (stop.getAttribute("tabindex") !== "0") stop.setAttribute("tabindex", "0");
  }

  // After any other way to a space than typing, the next key starts a new text.
  function visit(space, text = "") {
    if (!space) return;
    const left = document.getElementById(current);
    current = space.id;
    typed = { text, at: Date.now() };
    // Scrolling needs the layout, which the next frame computes anyway; here, it would be computed twice more.
    space.focus({ preventScroll: true });
    requestAnimationFrame(() => space.scrollIntoView({ block: "nearest" }));
    space.setAttribute("tabindex", "0");
    // Not earlier: changing a focused element makes the browser recompute all styles.
    if (left !== space) left?.setAttribute("tabindex", "-1");
  }

  function neighbor(space, key, isFar) {
    const rows = lines();
    const row = space.parentElement;
    if (key === "Home") return (isFar ? rows[0] : row).firstElementChild;
    if (key === "End") return (isFar ? rows.at(-1) : row).lastElementChild;
    const [down, right] = STEPS[key];
    return rows[rows.indexOf(row) + down]?.children[[...row.children].indexOf(space) + right];
  }

  // The text to type for a space: its number, or the rank and the first letter of the suit ("qd", "10h").
  function nameOf(space) {
    const suit = space.querySelector(".pip")?.classList[1] ?? "";
    return space.textContent.trim().toLowerCase() + suit.charAt(0);
  }

  // Best match first: full matches before prefixes, open spaces before taken ones, each in order from the current space, wrapping around.
  // If nothing matches, the key starts a new text.
  function find(space, key) {
    const continues = Date.now() - typed.at < CONTINUES_MS;
    for (const text of continues ? [typed.text + key, key] : [key]) {
      const goal = match(space, text, text !== key);
      if (goal) return visit(goal, text);
    }
  }

  function match(space, text, mayStay) {
    const others = roundFrom(space, mayStay).filter((other) => nameOf(other).startsWith(text));
    const isOpen = (other) => !other.classList.contains("taken");
    const isWhole = (other) => nameOf(other) === text;
    return others.find((one) => isWhole(one) && isOpen(one)) || others.find(isWhole) || others.find(isOpen) || others[0];
  }

  // All spaces in reading order, starting after the current one, which comes first or last.
  function roundFrom(space, isFirst) {
    const all = spaces();
    const from = all.indexOf(space) + (isFirst ? 0 : 1);
    return [...all.slice(from), ...all.slice(0, from)];
  }

  const next = (space) => roundFrom(space, false).find((other) => nameOf(other) === nameOf(space));

  function onBoardKey(event, space) {
    const { key } = event;
    if (event.altKey || event.metaKey) return;
    if (key in STEPS || key === "Home" || key === "End") visit(neighbor(space, key, event.ctrlKey));
    else if (event.ctrlKey) return;
    else if (/^n$/i.test(key)) visit(next(space));
    else if (/^[\da-z]$/i.test(key)) find(space, key.toLowerCase());
    else return;
    event.preventDefault();
  }

  function leave() {
    const chosen = document.querySelector("#hand input:checked") || document.querySelector("#hand input");
    chosen?.focus();
  }

  function choose(card) {
    card.checked = true;
    card.dispatchEvent(new Event("change", { bubbles: true })); // requests a card that is face down
    visit(document.getElementById(current));
  }

  // Enter selects the focused card; 1 selects the first card of the hand.
  function onCardKey(event) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const card = key === "Enter" ? event.target.closest("#hand input") : document.querySelectorAll("#hand input")[key - 1];
    if (!card) return;
    event.preventDefault();
    choose(card);
  }

  // Closes a list; otherwise, goes back to the cards, and there deselects the card.
  function onEscape(target) {
    const list = target.closest("details[open]");
    if (list) close(list);
    else if (target.matches("#hand input")) {
      target.checked = false;
      remember();
    } else leave();
  }

  // Restores the selected card after a reload.
  const game = () => document.querySelector("#move input[name=version]")?.value.split(".")[0];
  const chosenCard = () => document.querySelector("#hand input:checked");

  // Choosing a card ends the message about a rejected move. The box shows again what it says to screen readers all along.
  function forgetRejection() {
    const slot = document.querySelector(".slot-bad");
    if (!slot) return;
    slot.className = "slot";
    slot.textContent = slot.querySelector("[id^=happened]").textContent;
    slot.parentElement.classList.remove("has-message");
  }

  function remember() {
    sessionStorage.setItem("card", `${game()} ${chosenCard()?.id}`);
  }

  function recall() {
    const [of, id] = (sessionStorage.getItem("card") ?? "").split(" ");
    const card = of === game() && document.getElementById(id);
    if (!card || chosenCard()) return;
    card.checked = true;
    card.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function showKeys() {
    const keys = document.getElementById("keys");
    if (!keys) return;
    if (keys.open) return close(keys);
    keys.from = document.activeElement;
    keys.open = true;
    keys.querySelector("summary").focus();
  }

  function close(list) {
    list.open = false;
    (list.from || list.querySelector("summary")).focus();
    list.from = null;
  }

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (!(target instanceof Element)) return;
    if (event.repeat && event.key === "Enter") return event.preventDefault(); // held too long: one move is enough
    const isTyping = target.matches("input:not([type=radio]), textarea");
    if (areKeysOff && event.key.length === 1 && !isTyping) return;
    if (target.matches("#board button")) onBoardKey(event, target);
    else if (target.matches(document.getElementById("pad") ? "#hand input" : "#hand input, body, main")) onCardKey(event);
    if (event.key === "Escape") onEscape(target);
    if (event.key === "?" && !isTyping) showKeys();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("#board button") && event.target.id !== current) {
      current = event.target.id;
      rove();
    }
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches("#hand input")) return;
    remember();
    forgetRejection();
  });
  document.addEventListener("htmx:after:swap", rove);
  rove();
  document.addEventListener("DOMContentLoaded", () => setTimeout(recall)); // after htmx is ready
})();
