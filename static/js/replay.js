// Steps through a game without loading the page again: slider, ← → Home End, and every link to a move.
//
// All of them move the slider; its form asks for the move, one request at a time, and the last wish is the one that counts.
"use strict";

document.documentElement.dataset.replay = ""; // the slider needs no button

(() => {
  const KEYS = { ArrowLeft: () => -1, ArrowRight: () => 1, Home: () => -Infinity, End: () => Infinity };
  const ADDRESS_MS = 300; // browsers stop pages that change their address too often
  let timer = 0;

  const slider = () => document.querySelector("#steps input[type=range]");
  const shown = () => document.querySelector("[data-moves] [aria-current]");

  function show(move) {
    const input = slider();
    input.value = Math.min(Math.max(move, 0), Number(input.max));
    input.form.dispatchEvent(new Event("step"));
  }

  function onKey(event) {
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target === slider()) return; // knows these keys itself
    event.preventDefault();
    show(Number(slider().value) + step());
  }

  function onClick(event) {
    const link = event.target.closest?.("a[data-move]");
    if (!link || event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(Number(link.dataset.move));
    if (link.closest("[data-moves]")) document.querySelector("#replay .mat").scrollIntoView({ block: "nearest" });
  }

  // The list scrolls within itself: the page stays where it is.
  function keepInView() {
    const list = document.querySelector("[data-moves]");
    if (list.scrollHeight <= list.clientHeight) return;
    const [line, frame] = [shown(), list].map((one) => one.getBoundingClientRect());
    const room = frame.height / 4; // so many moves before and after it are in view too
    if (line.top < frame.top + room) list.scrollTop -= frame.top + room - line.top;
    if (line.bottom > frame.bottom - room) list.scrollTop += line.bottom - (frame.bottom - room);
  }

  // The address follows, so that a reload shows the same move; going back still leaves the replay.
  function noteAddress() {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, "", shown().href), ADDRESS_MS);
  }

  const isReplay = (event) => event.detail?.ctx?.sourceElement?.id === "steps";

  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.addEventListener("DOMContentLoaded", keepInView);
  document.addEventListener("htmx:after:swap", (event) => {
    if (!isReplay(event)) return;
    keepInView();
    noteAddress();
  });
  // Not reached: the slider goes back to the move on the board. Refused (signed out, deleted): the page says why.
  document.addEventListener("htmx:error", (event) => { if (isReplay(event)) slider().value = shown().dataset.move; });
  document.addEventListener("htmx:response:error", (event) => { if (isReplay(event)) location.reload(); });
})();
