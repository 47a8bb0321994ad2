// Reduces the font size of the class screen step by step until everything fits, for example with long names.
"use strict";

const STEP = 0.96;
const MOST_STEPS = 22; // to 0.4. projector.css sets the minimum that is readable from the back; beyond it, the page is longer than the screen

const page = document.documentElement;
let steps = 0;
let fitted = 0; // length of the text at the last fitting

function use(number) {
  steps = number;
  if (number === 0) page.style.removeProperty("--fit");
  else page.style.setProperty("--fit", (STEP ** number).toFixed(3));
}

function isTooLong() {
  return page.scrollHeight > innerHeight && innerWidth > 640;
}

// Each check of the height forces a layout, so search with few checks.
function fit() {
  fitted = document.getElementById("live").textContent.length;
  use(0);
  if (!isTooLong()) return;
  let [tooFew, enough] = [0, MOST_STEPS];
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1;
    use(middle);
    if (isTooLong()) tooFew = middle;
    else enough = middle;
  }
  use(enough);
}

// A move rarely changes the amount of text, so the size usually stays.
function fitAgain() {
  const isShorter = document.getElementById("live").textContent.length < fitted;
  if ((steps > 0 && isShorter) || isTooLong()) fit();
}

document.addEventListener("DOMContentLoaded", () => {
  let isDue = false;
  // Wait for the next frame, which does a layout anyway, so that keys stay responsive.
  const change = () => {
    isDue ||= requestAnimationFrame(() => { isDue = false; fitAgain(); }) > 0;
  };
  new MutationObserver(change).observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
});
