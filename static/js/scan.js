// Reads the QR code of a login card with the camera, using the browser's own detector or jsQR.
// Texts are in the data-text- attributes of the scanner.
"use strict";

(() => {
  const EVERY = 120; // ms between two frames
  const LARGEST = 800; // px: large enough to read a card
  const scanner = document.querySelector("[data-scanner]");
  const video = scanner.querySelector("video");
  const other = scanner.querySelector("[data-other-camera]");
  const promise = scanner.querySelector("[data-about-picture]");
  const canvas = document.createElement("canvas");
  let stream = null;
  let facing = matchMedia("(any-pointer: fine)").matches ? "user" : "environment"; // a laptop's camera faces the student
  let is_done = false;

  const say = (name) => {
    const text = scanner.dataset[`text${name}`];
    const state = scanner.querySelector("[data-scan-state]");
    if (state.textContent !== text) state.textContent = text;
  };

  const stop = () => {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
  };

  const start = async () => {
    stop();
    stream = await navigator.mediaDevices.getUserMedia({video: {facingMode: facing, width: {ideal: 1280}}});
    video.srcObject = stream;
    await video.play();
    const seen = stream.getVideoTracks()[0].getSettings().facingMode ?? facing;
    video.classList.toggle("mirrored", seen !== "environment");
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
    other.hidden = cameras.length < 2;
  };

  const picture = () => {
    const scale = Math.min(1, LARGEST / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    const context = canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };

  const load = (address) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, {src: address, onload: resolve, onerror: reject});
    document.head.append(script);
  });

  const makeReader = async () => {
    const formats = await window.BarcodeDetector?.getSupportedFormats().catch(() => []);
    if (formats?.includes("qr_code")) {
      const detector = new BarcodeDetector({formats: ["qr_code"]});
      return async () => (await detector.detect(video))[0]?.rawValue;
    }
    await load(scanner.dataset.decoder);
    return async () => {
      const {data, width, height} = picture();
      return jsQR(data, width, height, {inversionAttempts: "dontInvert"})?.data;
    };
  };

  // The card may contain another address of this server, so only the part after # counts.
  const tokenIn = (text) => /\/card#([\w-]{20,})$/.exec(text)?.[1];

  const look = async (read) => {
    if (is_done) return;
    const text = video.videoWidth && !document.hidden ? await read().catch(() => undefined) : undefined;
    const token = text && tokenIn(text);
    if (token) {
      is_done = true;
      stop();
      scanner.hidden = true;
      document.querySelector("[data-card-state]").hidden = false;
      document.querySelector("[data-scan-again]").hidden = false;
      document.dispatchEvent(new CustomEvent("card-read", {detail: token}));
      return;
    }
    if (text) say("OtherCode");
    setTimeout(() => look(read), EVERY);
  };

  const begin = async () => {
    say("Allow");
    promise.hidden = false;
    try {
      await start();
    } catch (error) {
      promise.hidden = true;
      say(error.name === "NotAllowedError" ? "NotAllowed" : "NoCamera");
      return;
    }
    scanner.querySelector("[data-viewfinder]").hidden = false;
    say("Hold");
    try {
      look(await makeReader());
    } catch {
      stop();
      scanner.querySelector("[data-viewfinder]").hidden = promise.hidden = true;
      say("NoReader");
    }
  };

  other.addEventListener("click", () => {
    facing = facing === "user" ? "environment" : "user";
    start().catch(() => say("Broken"));
  });
  window.addEventListener("pagehide", stop);
  if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) begin();
})();
