// Makes the type on a screen at the front smaller, step by step, until all of it can be seen: long names need that.
"use strict";

const STEP = 0.96;
const MOST_STEPS = 22; // to 0.4. projector.css holds what can still be read from the back: then the page is longer than the screen

const page = document.documentElement;
let steps = 0;
let fitted = 0; // how much text there was at the last fitting

function use(number) {
  steps = number;
  if (number === 0) page.style.removeProperty("--fit");
  else page.style.setProperty("--fit", (STEP ** number).toFixed(3));
}

function isTooLong() {
  return page.scrollHeight > innerHeight && innerWidth > 640;
}

// Each look at the height makes the browser lay out the whole page: few of them find the size.
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

// A move changes what is said at a table, rarely how much: then the size stays.
function fitAgain() {
  const isShorter = document.getElementById("live").textContent.length < fitted;
  if ((steps > 0 && isShorter) || isTooLong()) fit();
}

document.addEventListener("DOMContentLoaded", () => {
  let isDue = false;
  // With the next frame, which lays the page out anyway, and no sooner: until then keys are answered.
  const change = () => {
    isDue ||= requestAnimationFrame(() => { isDue = false; fitAgain(); }) > 0;
  };
  new MutationObserver(change).observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
});
