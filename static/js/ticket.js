// The bar of the time left on an exit ticket, between two answers of the server. Without this file it moves with each answer.
//
// The server says how much is left whenever it draws the page; here that only runs on. When nothing is left, the page is fetched.
// So it is, more slowly, where one device goes round and someone writes on another: no answer of theirs notifies it when time is up.
"use strict";

(() => {
  const STEP_MS = 250;
  const ASK_AGAIN_MS = 2000;
  const ASK_OF_OTHERS_MS = 5000;

  let shown = ""; // which question the time left was told with
  let left = 0; // what was left then
  let since = 0;
  let askedAt = -ASK_AGAIN_MS;
  let timer = 0; // only while there is a ticket: a page at rest does nothing

  function look() {
    const bar = document.getElementById("ticket-time");
    const isCovered = document.querySelector("#ticket-covered[data-written]");
    if (bar || isCovered) timer ||= setInterval(look, STEP_MS);
    else timer = clearInterval(timer);
    if (isCovered) ask(ASK_OF_OTHERS_MS);
    if (!bar) return;
    const told = `${document.getElementById("pad")?.dataset.asks} ${bar.dataset.left}`;
    const now = performance.now();
    if (told !== shown) [shown, left, since] = [told, Number(bar.dataset.left), now];
    const value = Math.max(0, left - (now - since));
    bar.value = value;
    if (value === 0) ask(ASK_AGAIN_MS);
  }

  function ask(every) {
    const now = performance.now();
    if (document.hidden || now - askedAt < every) return;
    askedAt = now;
    document.querySelector("[data-live]")?.dispatchEvent(new CustomEvent("refresh"));
  }

  document.addEventListener("htmx:after:swap", look);
  look();
})();
