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
  let isAsked = false; // the question on the number pad comes last, and only if it is still there
  let announcedAt = -EVERY_MS;
  let timer = 0;

  function flush() {
    timer = 0;
    const question = isAsked && document.getElementById("asked");
    if (question) waiting.push(question.textContent.trim());
    region.replaceChildren(waiting.join(" "));
    announcedAt = performance.now();
    waiting = [];
    isAsked = false;
  }

  function announce(text, isQuestion) {
    if (!text || waiting.includes(text)) return;
    if (isQuestion) isAsked = true;
    else waiting.push(text);
    timer ||= setTimeout(flush, Math.max(AFTER_MS, announcedAt + EVERY_MS - performance.now()));
  }

  function read(isFirst) {
    for (const one of part.querySelectorAll("[data-announced]")) {
      if (marks.get(one.id) === one.dataset.announced) continue;
      marks.set(one.id, one.dataset.announced);
      const text = one.textContent.trim();
      if (isFirst !== true && texts.get(one.id) !== text) announce(text, one.id === "asked");
      texts.set(one.id, text);
    }
  }

  document.addEventListener("announce", ({detail}) => announce(detail));
  document.addEventListener("htmx:after:swap", read);
  read(true);
})();
