// The button that turns the sounds of a table on and off: off until a student presses it. The choice is stored on this device. If the
// teacher turned sounds off, there is no button. What plays them (static/js/tones.js) is loaded only once they are on.
"use strict";

(() => {
  const NAME = "sound";
  const button = document.getElementById("sound");
  if (!button || !window.AudioContext) return;
  const part = document.querySelector("[data-live]");

  function show(isPressed = false) {
    const isOn = localStorage.getItem(NAME) === "on";
    button.hidden = Boolean(part.querySelector("[data-silent]"));
    if (button.ariaPressed !== String(isOn)) button.ariaPressed = String(isOn);
    if (!isOn || document.getElementById("tones")) return;
    const script = Object.assign(document.createElement("script"), {id: "tones", src: button.dataset.tones});
    script.dataset.isPressed = isPressed;
    document.head.append(script);
  }

  button.addEventListener("click", () => {
    localStorage.setItem(NAME, button.ariaPressed === "true" ? "off" : "on");
    show(true);
  });
  document.addEventListener("htmx:after:swap", () => show());
  show();
})();
