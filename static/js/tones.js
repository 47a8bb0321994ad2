// Plays the sounds of a table while the button of static/js/sound.js is pressed.
//
// Sounds never carry information that is not visible: they accompany what a fragment marks as new (static/css/motion.css), or a selected
// card. No AudioContext is created before a press.
"use strict";

(() => {
  const PEAK = 0.125; // -18 dBFS
  const LATE_S = 2.7; // the end of a game comes after the animation of its sequence
  const FADE_S = 0.012; // a tone that starts or ends abruptly would click
  // Tones as [Hz, ms, Hz at the end], and their delay after the swap, in sync with animations.
  const SOUNDS = {
    card: { tones: [[880, 30]], wave: "triangle" },
    chip: { tones: [[330, 90, 220]] },
    right: { tones: [[523, 80], [659, 80]] },
    retry: { tones: [[294, 140]] },
    turn: { tones: [[659, 90], [784, 120]] },
    sequence: { tones: [[523, 90], [587, 90], [659, 90], [784, 90], [880, 90]], after: 0.24 },
    end: { tones: [[523, 110], [784, 110], [1047, 220]] },
  };

  const button = document.getElementById("sound");
  const part = document.querySelector("[data-live]");
  let audio = null;
  let freeAt = 0; // one sound at a time
  const heard = new WeakSet();

  const isOn = () => button.ariaPressed === "true";

  function play(name, wait = SOUNDS[name].after ?? 0) {
    if (!isOn() || button.hidden || audio?.state !== "running") return;
    const { tones, wave = "sine" } = SOUNDS[name];
    freeAt = Math.max(freeAt, audio.currentTime + wait);
    for (const [from, ms, to = from] of tones) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const end = freeAt + ms / 1000;
      tone.type = wave;
      tone.frequency.setValueAtTime(from, freeAt);
      tone.frequency.linearRampToValueAtTime(to, end);
      volume.gain.setValueAtTime(0, freeAt);
      volume.gain.linearRampToValueAtTime(PEAK, freeAt + FADE_S);
      volume.gain.setValueAtTime(PEAK, end - FADE_S);
      volume.gain.linearRampToValueAtTime(0, end);
      tone.connect(volume).connect(audio.destination);
      tone.start(freeAt);
      tone.stop(end);
      freeAt = end;
    }
  }

  // Returns what is new since the last time, without looking for it while there is no sound.
  function hear() {
    const fresh = isOn() ? [...part.querySelectorAll("[data-new]")].filter((one) => !heard.has(one)) : [];
    for (const one of fresh) heard.add(one);
    return new Set(fresh.flatMap((one) => one.dataset.new.split(" ")));
  }

  // Browsers allow sounds only after a user action.
  function wake() {
    if (isOn()) (audio ??= new AudioContext()).resume();
  }

  function start() {
    hear(); // what happened without sound
    wake();
    audio?.resume().then(() => play("turn"));
  }

  button.addEventListener("click", start);
  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  document.addEventListener("change", ({ target }) => { if (target.matches("#hand input")) play("card"); });
  document.addEventListener("htmx:after:swap", () => {
    const kinds = hear();
    for (const name of Object.keys(SOUNDS)) if (kinds.has(name)) play(name, name === "end" && part.querySelector("#over.late") ? LATE_S : undefined);
  });
  if (document.currentScript.dataset.isPressed === "true") start();
})();
