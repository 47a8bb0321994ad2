// Steps through a game without loading the page again: slider, ← → Home End, and every link to a move.
//
// All of them move the slider, whose form requests the move, one request at a time; the last one counts.
"use strict";

document.documentElement.dataset.replay = ""; // the slider needs no button

(() => {
  const KEYS = { ArrowLeft: () => -1, ArrowRight: () => 1, Home: () => -Infinity, End: () => Infinity };
  const ADDRESS_MS = 300; // browsers block pages that change their address too often
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
    if (event.target === slider()) return; // handles these keys itself
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

  // Scrolls only the list, not the page.
  function keepInView() {
    const list = document.querySelector("[data-moves]");
    if (list.scrollHeight <= list.clientHeight) return;
    const [line, frame] = [shown(), list].map((one) => one.getBoundingClientRect());
    const room = frame.height / 4; // keeps some moves before and after it visible
    if (line.top < frame.top + room) list.scrollTop -= frame.top + room - line.top;
    if (line.bottom > frame.bottom - room) list.scrollTop += line.bottom - (frame.bottom - room);
  }

  // Updates the address, so that a reload shows the same move; the Back button still leaves the replay.
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
  // If the server can't be reached, reset the slider to the move shown. If it rejects the request (signed out, deleted), the page says why.
  document.addEventListener("htmx:error", (event) => { if (isReplay(event)) slider().value = shown().dataset.move; });
  document.addEventListener("htmx:response:error", (event) => { if (isReplay(event)) location.reload(); });
})();
