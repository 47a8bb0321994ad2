// Reads a card aloud with a voice on the device. No data leaves the device: voices from a server are never used. Without a voice for
// the page's language, the buttons are hidden. Only pages with such buttons load this file.
"use strict";

(() => {
  if (!("speechSynthesis" in window)) return;
  const { speechSynthesis } = window;

  const [language] = document.documentElement.lang.toLowerCase().split("-");
  let voice = null;

  function choose() {
    const voices = speechSynthesis.getVoices().filter((one) => one.localService && one.lang.toLowerCase().split(/[-_]/)[0] === language);
    voice = voices.find((one) => one.default) ?? voices[0] ?? null;
    document.documentElement.toggleAttribute("data-aloud", voice !== null);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-say]");
    if (!button || !voice) return;
    const text = new SpeechSynthesisUtterance(button.dataset.say);
    text.voice = voice;
    text.lang = voice.lang;
    text.rate = 0.9;
    speechSynthesis.cancel(); // pressed again, or another card: start over
    speechSynthesis.speak(text);
  });
  window.addEventListener("pagehide", () => speechSynthesis.cancel());
  speechSynthesis.addEventListener?.("voiceschanged", choose);
  choose();
})();
