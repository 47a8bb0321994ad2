// Makes the type on a screen at the front smaller, step by step, until all of it can be seen: long names need that.
"use strict";

const LEAST = 0.4; // projector.css holds what can still be read from the back: then the page is longer than the screen
const STEP = 0.96;

function fit() {
  const page = document.documentElement;
  let size = 1;
  page.style.removeProperty("--fit");
  while (page.scrollHeight > innerHeight && size > LEAST && innerWidth > 640) {
    size *= STEP;
    page.style.setProperty("--fit", size.toFixed(3));
  }
}

document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(fit).observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
});
