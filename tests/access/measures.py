"""Measurements in a page, as JavaScript that returns a list of faults."""

from __future__ import annotations

SIDEWAYS = """() => document.documentElement.scrollWidth > innerWidth
  ? [`scrolls sideways: ${document.documentElement.scrollWidth} > ${innerWidth}`] : []"""

CUT_OFF = r"""() => {
  // Text outside the window, or in a box that cuts it off. What scrolls is there.
  const faults = new Set();
  const range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isUnseen = (one, style) => style.clipPath !== "none" || (one.offsetWidth <= 1 && one.offsetHeight <= 1);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement, text = walk.currentNode.data.trim();
    if (!text || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (parent.closest(".visually-hidden, [aria-hidden=true], svg, .skip, .live, [title], noscript")) continue;
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const around = [];
    for (let one = parent; one && one !== document.documentElement; one = one.parentElement)
      around.push([one, getComputedStyle(one)]);
    const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
    if (around.some(([one, style]) => isUnseen(one, style) || scrolls(style))) continue;
    const what = `${parent.tagName}.${parent.className} “${text.slice(0, 40)}”`;
    for (const [one, style] of around) {
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      const frame = one.getBoundingClientRect();
      const aside = Math.max(box.right - frame.right, frame.left - box.left);
      const over = Math.max(aside, box.bottom - frame.bottom - 4, frame.top - box.top - 4);
      if (over > 1.5) faults.add(`cut off by ${Math.round(over)} px in ${one.className}: ${what}`);
    }
    if (box.right > innerWidth + 1 || box.left < -1) faults.add(`outside: ${what}`);
  }
  return [...faults];
}"""

SPACING = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }
"""
"""The text spacing of WCAG 1.4.12."""

TARGETS = r"""([least, names]) => {
  // A target that is too small has room around it, or is a link in a sentence (2.5.8). With `names`, only these count.
  const faults = [];
  const boxes = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
    .filter((one) => !one.closest(".visually-hidden, .skip"))
    .map((one) => {
      const label = one.matches("input[type=radio], input[type=checkbox]") && one.labels?.[0];
      const rects = [one, label].filter(Boolean).map((part) => part.getBoundingClientRect());
      const [width, height] = ["width", "height"].map((side) => Math.max(...rects.map((rect) => rect[side])));
      return { one, rect: rects.at(-1), width, height };
    })
    .filter(({ width, height }) => width > 1 && height > 1);
  const isInSentence = (one) => one.tagName === "A" && getComputedStyle(one).display === "inline"
    && one.parentElement.innerText.trim() !== one.innerText.trim();
  const isClose = (box, other) => {
    if (other.one === box.one || other.one.contains(box.one) || box.one.contains(other.one)) return false;
    const [x, y] = [box.rect.x + box.rect.width / 2, box.rect.y + box.rect.height / 2];
    const { left, right, top, bottom } = other.rect;
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < least / 2;
  };
  for (const box of boxes) {
    if (names && !box.one.matches(names)) continue;
    if (Math.min(box.width, box.height) >= least - 0.5 || isInSentence(box.one)) continue;
    if (names || boxes.some((other) => isClose(box, other)))
      faults.push(`${Math.round(box.width)}×${Math.round(box.height)}: ${box.one.outerHTML.slice(0, 80)}`);
  }
  return faults;
}"""

MAIN_ACTIONS = ".button-main, #more-time, #hand input, #pad .button, .names a, .actions .button"

TYPE_SIZE = r"""([label, board]) => {
  const faults = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !parent.checkVisibility()) continue;
    if (parent.closest("svg, .visually-hidden, noscript, [hidden]")) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < (parent.closest(".board, .mini") ? board : label) - 0.05)
      faults.add(`${size} px: ${parent.tagName}.${parent.className} “${walk.currentNode.data.trim().slice(0, 24)}”`);
  }
  return [...faults];
}"""

STRUCTURE = r"""() => {
  const faults = [];
  const headings = [...document.querySelectorAll("h1, h2, h3, h4")].filter((one) => one.checkVisibility());
  const levels = headings.map((one) => Number(one.tagName[1]));
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title.includes("–")) faults.push(`title: ${document.title}`);
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main");
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings of level 1: ${levels}`);
  if (levels.some((level, index) => index && level > levels[index - 1] + 1)) faults.push(`a level left out: ${levels}`);
  return faults;
}"""

MOTIONS = """() => document.getAnimations().filter((one) => {
  const { duration, iterations } = one.effect.getComputedTiming();
  return duration * iterations > 1;
}).map((one) => `${one.animationName ?? one.transitionProperty}: ${one.effect.target?.className}`)"""

DIGITS = r"""() => {
  // The ink of a number on a triangle, by its corners: the triangle is (50, 8), (94, 88), (6, 88) of its box.
  const pen = document.createElement("canvas").getContext("2d");
  const range = document.createRange();
  return [...document.querySelectorAll(".space.taken.red")].flatMap((space) => {
    const text = [...space.querySelector(".piece").childNodes].find((one) => one.nodeType === 3 && one.data.trim());
    if (!text) return [];
    const style = getComputedStyle(text.parentElement);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = pen.measureText(text.data.trim());
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect(), chip = space.querySelector(".chip").getBoundingClientRect();
    const base = (box.top + box.bottom) / 2 + (ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2;
    const x = (at) => (at - chip.x) / chip.width * 100, y = (at) => (at - chip.y) / chip.height * 100;
    const [top, bottom] = [y(base - ink.actualBoundingBoxAscent), y(base + ink.actualBoundingBoxDescent)];
    const room = (top - 8) * 44 / 80 + 2;
    const isIn = [x(box.left), x(box.right)].every((side) => Math.abs(side - 50) <= room) && bottom <= 90;
    return isIn ? [] : [`${text.data.trim()} sticks out: ${[x(box.left), x(box.right), top, bottom].map(Math.round)}`];
  });
}"""
