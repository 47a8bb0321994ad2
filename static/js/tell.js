// Tells screen readers what happens: one polite region, and in it one text at most every two seconds.
//
// The region stands outside the live part, so no morph touches it. A fragment holds texts in elements with data-told; one is told once,
// when that mark is new. Other scripts send an event "tell" with a text. Errors and "your turn" are alerts, and do not come this way.
"use strict";

(() => {
  const EVERY_MS = 2000;
  const AFTER_MS = 100; // an alert of the same swap is said first

  const region = document.getElementById("told");
  const part = document.getElementById("live");
  if (!region || !part) return;

  const marks = new Map();
  const texts = new Map(); // two answers may tell the same
  let waiting = [];
  let toldAt = -EVERY_MS;
  let timer = 0;

  function say() {
    timer = 0;
    toldAt = performance.now();
    region.replaceChildren(waiting.join(" "));
    waiting = [];
  }

  function tell(text) {
    if (!text || waiting.includes(text)) return;
    waiting.push(text);
    timer ||= setTimeout(say, Math.max(AFTER_MS, toldAt + EVERY_MS - performance.now()));
  }

  function read(isFirst) {
    for (const one of part.querySelectorAll("[data-told]")) {
      if (marks.get(one.id) === one.dataset.told) continue;
      marks.set(one.id, one.dataset.told);
      const text = one.textContent.trim();
      if (isFirst !== true && texts.get(one.id) !== text) tell(text);
      texts.set(one.id, text);
    }
  }

  document.addEventListener("tell", ({detail}) => tell(detail));
  document.addEventListener("htmx:after:swap", read);
  read(true);
})();
