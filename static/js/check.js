// Tests this device, and shows the result of each line. The texts are on the page (templates/device_check/show.html).
"use strict";

(() => {
  const FIRST_EVENT_MS = 4000; // same as in live.js
  const NEXT_EVENT_MS = 21000;
  const TRIES = 5;
  const SLOW_MS = 300;
  const CLOCK_MS = 60000;
  const LEVELS = ["good", "note", "bad"]; // the worst one is the overall result

  const list = document.querySelector("[data-checks]");
  const summary = document.getElementById("summary");
  const {lang} = document.documentElement;
  const levels = new Map();
  const waiting = new Set(["stream", "speed", "cookies", "voices", "clock", "storage"]);

  function choose(place, key) {
    let level = null;
    for (const one of place.querySelectorAll("[data-outcome]")) {
      one.hidden = one.dataset.outcome !== key;
      if (!one.hidden) level = one.dataset.level;
    }
    return level;
  }

  const line = (name) => list.querySelector(`[data-check="${name}"]`);

  function show(name, key, value = "") {
    levels.set(name, choose(line(name), key));
    line(name).querySelector("[data-value]").textContent = value;
    if (key !== "wait") waiting.delete(name);
    sumUp();
  }

  function sumUp() {
    const found = [...list.querySelectorAll("[data-outcome]:not([hidden])")].map((one) => one.dataset.level);
    const worst = Math.max(0, ...found.map((level) => LEVELS.indexOf(level)));
    const word = LEVELS[worst] === "bad" || waiting.size === 0 ? LEVELS[worst] : "wait";
    if (summary.dataset.shown === word) return;
    summary.dataset.shown = word;
    choose(summary, word);
  }

  const amount = (value, unit, more = {}) => new Intl.NumberFormat(lang, {style: "unit", unit, ...more}).format(value);

  // The fastest of several responses gives the best comparison of clocks, because it has the least latency.
  async function askServer() {
    const answers = [];
    for (let count = 0; count < TRIES; count += 1) {
      const sent = performance.now();
      const answer = await fetch(`${list.dataset.answer}?clock=${Date.now()}`, {cache: "no-store"});
      if (!answer.ok) throw new Error(answer.status);
      const {now, cookie} = await answer.json();
      const ms = performance.now() - sent;
      answers.push({ms, cookie, ahead: Date.now() - ms / 2 - now});
    }
    answers.sort((one, other) => one.ms - other.ms);
    const median = answers[Math.floor(TRIES / 2)].ms;
    const [{ahead, cookie}] = answers;
    show("speed", median < SLOW_MS ? "good" : "slow", amount(Math.max(1, Math.round(median)), "millisecond"));
    show("cookies", cookie ? "good" : "none");
    show("clock", Math.abs(ahead) < CLOCK_MS ? "good" : "differs", amount(Math.round(ahead / 1000) || 0, "second", {signDisplay: "exceptZero"}));
  }

  // Uses fetch, because EventSource doesn't report heartbeats without data.
  async function listen() {
    show("stream", "wait");
    const began = performance.now();
    const stopping = new AbortController();
    addEventListener("pagehide", () => stopping.abort());
    let patience = setTimeout(() => stopping.abort(), FIRST_EVENT_MS);
    let first = "";
    try {
      const answer = await fetch(list.dataset.stream, {cache: "no-store", signal: stopping.signal});
      if (answer.status !== 200) throw new Error(answer.status);
      const reader = answer.body.getReader();
      for (const ms of [NEXT_EVENT_MS, 0]) {
        const {done} = await reader.read();
        if (done) throw new Error();
        clearTimeout(patience);
        if (!ms) break;
        first = amount(Math.max(1, Math.round(performance.now() - began)), "millisecond");
        patience = setTimeout(() => stopping.abort(), ms);
        show("stream", "wait", first);
      }
      stopping.abort();
      show("stream", "good", first);
    } catch {
      clearTimeout(patience);
      show("stream", first ? "cut" : "none", first);
    }
  }

  function findVoice() {
    const [language] = lang.toLowerCase().split("-");
    const voices = window.speechSynthesis?.getVoices() ?? [];
    return voices.some((one) => one.localService && one.lang.toLowerCase().split(/[-_]/)[0] === language);
  }

  // Voices may become available some time after the first request.
  function testVoices() {
    const tell = () => show("voices", findVoice() ? "good" : "none");
    if (findVoice() || !("speechSynthesis" in window)) return tell();
    speechSynthesis.addEventListener?.("voiceschanged", tell);
    setTimeout(tell, 1000);
  }

  function testStorage() {
    try {
      localStorage.setItem("check", "1");
      localStorage.removeItem("check");
      show("storage", "good");
    } catch {
      show("storage", "none");
    }
  }

  function offerCamera() {
    if (!(window.isSecureContext && navigator.mediaDevices?.getUserMedia)) return show("camera", "http");
    const button = list.querySelector("[data-camera]");
    button.hidden = false;
    show("camera", "ask");
    button.addEventListener("click", async () => {
      try {
        const picture = await navigator.mediaDevices.getUserMedia({video: true});
        picture.getTracks().forEach((track) => track.stop());
        show("camera", "good");
      } catch (error) {
        show("camera", error.name === "NotAllowedError" ? "denied" : "none");
      }
    });
  }

  sumUp();
  testStorage();
  testVoices();
  offerCamera();
  listen();
  askServer().catch(() => {
    show("speed", "none");
    waiting.delete("cookies");
    waiting.delete("clock");
    sumUp();
  });
})();
