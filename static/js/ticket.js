// Animates the bar with the time left on an exit ticket. Without this file, it only moves with each response.
//
// Each response contains the time left, which runs down here. When it is over, the page is requested. A covered shared device also polls,
// less often, while a student is answering on another device, because nothing notifies it when their time is over.
"use strict";

(() => {
  const STEP_MS = 250;
  const ASK_AGAIN_MS = 2000;
  const ASK_OF_OTHERS_MS = 5000;

  let shown = ""; // question and time left in the last response
  let left = 0; // the time left then
  let since = 0;
  let askedAt = -ASK_AGAIN_MS;
  let timer = 0; // only during a ticket: an idle page does nothing

  function look() {
    const bar = document.getElementById("ticket-time");
    const isCovered = document.querySelector("#ticket-covered[data-answering]");
    if (bar || isCovered) timer ||= setInterval(look, STEP_MS);
    else timer = clearInterval(timer);
    if (isCovered) ask(ASK_OF_OTHERS_MS);
    if (!bar) return;
    const data = `${document.getElementById("pad")?.dataset.asks} ${bar.dataset.left}`;
    const now = performance.now();
    if (data !== shown) [shown, left, since] = [data, Number(bar.dataset.left), now];
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
