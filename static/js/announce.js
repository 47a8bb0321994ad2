// Announces events to screen readers: a single polite region, with a new text at most every two seconds.
//
// The region is outside the live part, so no morph touches it. Elements of a fragment with data-announced contain texts, each announced
// once, when this mark changes. Other scripts send an "announce" event with a text. Errors and "your turn" are alerts and don't come here.
"use strict";

(() => {
  const EVERY_MS = 2000;
  const AFTER_MS = 100; // an alert of the same swap comes first

  const region = document.getElementById("announcements");
  const part = document.getElementById("live");
  if (!region || !part) return;

  const marks = new Map();
  const texts = new Map(); // two responses may contain the same text
  let waiting = [];
  let announcedAt = -EVERY_MS;
  let timer = 0;

  function flush() {
    timer = 0;
    announcedAt = performance.now();
    region.replaceChildren(waiting.join(" "));
    waiting = [];
  }

  function announce(text) {
    if (!text || waiting.includes(text)) return;
    waiting.push(text);
    timer ||= setTimeout(flush, Math.max(AFTER_MS, announcedAt + EVERY_MS - performance.now()));
  }

  function read(isFirst) {
    for (const one of part.querySelectorAll("[data-announced]")) {
      if (marks.get(one.id) === one.dataset.announced) continue;
      marks.set(one.id, one.dataset.announced);
      const text = one.textContent.trim();
      if (isFirst !== true && texts.get(one.id) !== text) announce(text);
      texts.set(one.id, text);
    }
  }

  document.addEventListener("announce", ({detail}) => announce(detail));
  document.addEventListener("htmx:after:swap", read);
  read(true);
})();
