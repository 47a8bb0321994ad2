// The number pad: its keys, keeping the typed number while others play, and the time of the first answer to a card.
//
// Without this file, the number is typed and the form submitted. Times are never shown. A time is sent only if it is reliable: the page
// was visible and connected the whole time, and the student's turn had not begun. In the warm-up, neither the turn matters nor whether
// the number was seen before, because it is only typed.
"use strict";

document.documentElement.dataset.pad = ""; // the digits work

(() => {
  const LONGEST = 6;
  const [LEAST_MS, MOST_MS] = [300, 20000];

  const pad = () => document.getElementById("pad");
  const field = () => document.getElementById("answer");
  const game = (form) => form.elements.version.value.split(".")[0];

  let asked = ""; // the question on the pad
  let sent = null; // the number sent for it
  let wasInPad = false;
  const begun = new Map(); // for each card on the pad, its start time; NaN if no reliable time is possible

  // A card that is on the page when it loads may have been seen before.
  function look(isLoaded) {
    const form = pad();
    const question = form ? `${game(form)} ${form.dataset.asks}` : "";
    if (question !== asked) {
      if (begun.has(cardOf(asked))) begun.set(cardOf(asked), NaN);
      asked = question;
      clear(kept());
    }
    if (!form) return leave();
    field().inputMode = "none"; // the page has its own keys, so no on-screen keyboard
    if (!isLoaded && form.closest("#ticket") && document.activeElement === document.body) field().focus(); // its start button is gone
    const card = cardOf(question);
    if (!begun.has(card)) begun.set(card, isLoaded && !isWarmUp(form) || isDisturbed(form) ? NaN : performance.now());
    else if (isDisturbed(form)) spoil();
  }

  const cardOf = (question) => question.split("-")[0];
  const isWarmUp = (form) => "warmUp" in form.dataset;
  const isDisturbed = (form) => document.hidden || !isWarmUp(form) && Boolean(document.querySelector(".turn-mine"));

  function spoil() {
    if (asked) begun.set(cardOf(asked), NaN);
  }

  function clear(typed = "") {
    sent = null;
    if (field()) field().value = typed;
  }

  // A number that is half typed survives a pause and a reload, for example by the button for colors.
  const keep = () => sessionStorage.setItem("typed", `${asked} ${field().value}`);

  function kept() {
    const typed = sessionStorage.getItem("typed") ?? "";
    return typed.startsWith(`${asked} `) ? typed.slice(asked.length + 1) : "";
  }

  // The last card is solved: focus the cards.
  function leave() {
    if (wasInPad && document.activeElement === document.body) {
      (document.querySelector("#hand input:checked") || document.querySelector("#hand input"))?.focus();
    }
    wasInPad = false;
  }

  function press(button) {
    const input = field();
    const { digit } = button.dataset;
    input.value = digit ? (input.value + digit).slice(0, LONGEST) : input.value.slice(0, -1);
    keep();
  }

  function onKey(event) {
    const { key, target } = event;
    const input = field();
    if (!input || target === input || document.documentElement.dataset.keys === "off" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "=" && !target.matches("input:not([type=radio]), textarea")) {
      event.preventDefault();
      input.focus();
    } else if (target.matches("body, main, #pad *") && (/^\d$/.test(key) || key === "Backspace")) {
      input.focus(); // and let it handle the key
    }
  }

  function onSubmit(event) {
    if (event.target !== pad()) return;
    const ms = Math.round(performance.now() - begun.get(cardOf(asked)));
    event.target.elements.ms.value = ms >= LEAST_MS && ms <= MOST_MS ? ms : "";
    sent = field().value;
    sessionStorage.removeItem("typed");
    spoil();
  }

  function onSwap(event) {
    look(false);
    const isAnswer = event.detail?.ctx?.sourceElement?.id === "pad";
    if (isAnswer && sent !== null && field()?.value === sent) clear();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#pad [data-digit]");
    if (!button) return;
    press(button);
    if (event.detail > 0) field().focus(); // tapped: keep the focus in the field for keys
  });
  document.addEventListener("input", (event) => {
    if (event.target !== field()) return;
    event.target.value = event.target.value.replace(/\D/g, "").slice(0, LONGEST);
    keep();
  });
  // What an empty field says if it is sent, instead of the browser's own words; also in the introduction.
  document.addEventListener("invalid", ({target}) => {
    if (target.dataset.empty && target.validity.valueMissing) target.setCustomValidity(target.dataset.empty);
  }, true);
  document.addEventListener("click", ({target}) => {
    const empty = target.closest?.("#pad, #introduction")?.querySelector("[data-empty]");
    empty?.setCustomValidity("");
  }, true);
  document.addEventListener("focusin", (event) => { wasInPad = Boolean(event.target.closest("#pad")); });
  document.addEventListener("keydown", onKey);
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("htmx:after:swap", onSwap);
  document.addEventListener("htmx:error", spoil);
  document.addEventListener("visibilitychange", spoil);
  window.addEventListener("offline", spoil);
  look(true);
})();
