// Keeps the part marked data-live up to date: at every notification of the stream, or by polling every few seconds without a stream.
//
// If responses get slow or fail, it polls less often until they are fast again. Requests of different pages are spread over time, so that
// a server is not overloaded when it comes back.
//
// The part contains a hidden input "version". The server responds 204 if this version is current. Versions like "key.3.7" announce which of
// two responses is newer; others only whether they differ. A notification "key.3.7" contains a game's version: pages that already show
// it request nothing. All pages react to any other notification. data-live-throttle: minimum ms between two requests, or
// ten times as long as the last response took; these requests let those of other pages go first. data-live-every:
// maximum ms between two requests even without notifications, because waiting times on the page grow.
//
// Each request contains the version shown, and the response may omit what has not changed since (docs/adr/0014).
"use strict";

(() => {
  const FIRST_EVENT_MS = 4000;
  const SILENCE_MS = 12000; // a heartbeat of 10 s plus a margin
  const DEAD_MS = 22000; // two heartbeats: then open another stream, which costs the server more than a response
  const POLL_MS = 2000;
  const SLOWEST_POLL_MS = 20000;
  const CUT_POLL_MS = 3200; // if a request fails at once without a response: it costs the server nothing, and the connection may be back
  const ANSWER_MS = 8000; // then the request's connection may be dead: the next request uses another
  const DOUBT_MS = 2000; // timeout of the first requests after the stream fell silent without an error: other connections may be dead, too
  const DOUBTED = 3; // number of such requests, one after the other: each closes a dead connection
  const TIMES_THE_ANSWER = 10; // a polling page waits for responses at most a tenth of the time
  const HOLD_MS = 4000; // how long a submitted form delays notifications: its response may include their changes
  const LEAVE_MS = 60000; // how long navigation may take: a request in the meantime would restart it
  const PLAIN = "plain";
  const CALM_MS = 10000; // by then the page has finished loading
  const LONG = /hop|band|shapes|sequence|cheer|end/; // marks of what moves for seconds, not only for a moment

  const {byId} = differences;
  const part = document.querySelector("[data-live]");
  const stream = document.querySelector("[data-live-stream]");
  if (!part || !stream) return;

  const throttleMs = Number(part.dataset.liveThrottle ?? 0);
  const everyMs = Number(part.dataset.liveEvery ?? 0);
  let heardAt = Date.now();
  let patience = FIRST_EVENT_MS;
  let askedAt = 0;
  let sentAt = 0;
  let pollMs = POLL_MS;
  let tookMs = 0; // the last response
  let timer = 0;
  let watching = 0; // the timer of `watch`
  let news = []; // notifications without a request so far
  let asking = null; // the request in progress
  let postedAt = 0;
  let submittedAt = -HOLD_MS; // when a form was submitted whose response is another page
  let needsWhole = false;
  let connection = null; // the stream of the last event
  let doubts = 0; // remaining requests without a delay in between
  let failures = 0;
  let polls = 0;
  let isOver = false;
  let leftAt = -LEAVE_MS; // when navigation started
  let focused = ""; // ID of the focused element before a swap
  let hadResult = false; // whether the result of a game was shown before a swap
  let isStyled = Boolean(document.querySelector("link[data-beyond]")); // whether the styles that a table lacks are loaded
  let marked = part.querySelectorAll("[data-new]"); // what may still be animated
  const unstyled = new Set(); // callbacks that wait for these styles
  const posts = new Set(); // submitted forms whose response will be shown here

  const state = () => document.documentElement.dataset.stream;
  const announce = (detail) => document.dispatchEvent(new CustomEvent("announce", { detail }));

  function show(word) {
    const before = state();
    if (before === word) return;
    document.documentElement.dataset.stream = word;
    const words = document.getElementById("live-state");
    if (word === "lost") announce(words?.querySelector(".live-lost").textContent.slice(2));
    else if (before === "lost") announce(words?.dataset.back);
  }

  const shown = () => part.querySelector("input[name=version]")?.value ?? "";
  const watchIn = (ms) => { clearTimeout(watching); watching = setTimeout(watch, ms); };
  const isPosting = () => (posts.size > 0 && Date.now() - postedAt < HOLD_MS) || Date.now() - submittedAt < HOLD_MS;
  const isLeaving = () => Date.now() - leftAt < LEAVE_MS;

  function isShown(notification) {
    const [game, ...versions] = notification.split(".");
    const [key, ...numbers] = shown().split(".");
    const isSame = versions.length === 2 && key.split("-").at(-1) === game;
    return isSame && versions.every((version, index) => Number(numbers[index]) >= Number(version));
  }

  function refresh(notification = PLAIN) {
    if (!news.includes(notification)) news.push(notification);
    ask();
  }

  // One request at a time. The first is sent at once; those that follow too soon are combined.
  function ask() {
    if (asking || timer || isPosting() || isLeaving() || unstyled.size) return; // each of these requests again when it ends
    news = news.filter((notification) => !isShown(notification));
    if (news.length === 0) return;
    const wait = askedAt + (throttleMs && Math.max(throttleMs, TIMES_THE_ANSWER * tookMs)) - Date.now();
    if (wait > 0) {
      timer = setTimeout(() => { timer = 0; ask(); }, wait);
      return;
    }
    askedAt = Date.now();
    part.dispatchEvent(new CustomEvent("refresh"));
  }

  function beforeRequest({detail: {ctx}}) {
    if (ctx.target !== part) return;
    if (ctx.sourceElement === part) {
      asking = {ctx, notifications: news, isAnswered: false, isRefused: false, limit: setTimeout(() => ctx.request.abort?.("timeout"), doubts ? DOUBT_MS : ANSWER_MS)};
      sentAt = Date.now();
      news = [];
      if (throttleMs) ctx.request.headers.Priority = "u=5"; // moves go first
    } else {
      posts.add(ctx);
      postedAt = Date.now();
    }
    const asked = part.querySelector("#pad input[name=card]")?.value;
    if (asked) ctx.request.headers["X-Asked-Card"] = asked; // keep the chosen card on the number pad
    if (needsWhole) return;
    ctx.request.headers["X-Shown-Version"] = shown();
    const parts = [...part.querySelectorAll("[data-part]")].map((one) => `${one.id}=${one.dataset.part}`);
    if (parts.length) ctx.request.headers["X-Shown-Parts"] = parts.join();
  }

  function afterRequest({detail: {ctx}}) {
    if (posts.delete(ctx)) return ask();
    if (asking?.ctx !== ctx) return;
    const {notifications, isAnswered, isRefused, limit} = asking;
    clearTimeout(limit);
    asking = null;
    const isDoubted = doubts > 0 && !ctx.response;
    doubts = isDoubted ? doubts - 1 : 0;
    if (!isDoubted) answered(isAnswered, Boolean(ctx.response));
    if (!isAnswered || isRefused) news.push(...notifications);
    if (isAnswered || isDoubted) ask(); // otherwise `watch` does
  }

  // Returns whether the page can apply a response, if that is a difference (difference.js); if not, the whole part is requested.
  function isComplete({fragment, swapSpec}) {
    const since = fragment.querySelector("template[data-since]");
    if (!since && byId(part, "board") && fragment.getElementById("board")) swapSpec.style = differences.STYLE; // another game, or its end: keep the board
    if (!since) return true;
    if (since.dataset.since !== shown()) return false;
    since.remove();
    swapSpec.style = differences.STYLE;
    return differences.hasKept(part, fragment);
  }

  // A page opened at a table has only what a table needs: the response contains missing drawings, and the address of the styles.
  // Returns whether the response can be shown now; if not, it is requested again once the styles are loaded.
  function loadAssets(fragment, askAgain) {
    const beyond = fragment.querySelector("template[data-beyond]");
    if (!beyond) return true;
    beyond.remove();
    for (const one of beyond.content.querySelectorAll("defs > *")) {
      if (!document.getElementById(one.id)) document.querySelector("#animals defs").append(one);
    }
    style(beyond.dataset.beyond);
    if (!isStyled) unstyled.add(askAgain);
    return isStyled;
  }

  function style(address) {
    if (isStyled || document.querySelector("link[data-beyond]")) return;
    const styles = Object.assign(document.createElement("link"), {rel: "stylesheet", href: address});
    styles.dataset.beyond = "";
    styles.onload = styles.onerror = () => {
      styles.onload = styles.onerror = null;
      isStyled = true;
      const waiting = [...unstyled];
      unstyled.clear();
      for (const again of waiting) again();
    };
    document.head.append(styles);
  }

  // Load the styles early, while nothing else happens, so that a first sequence doesn't wait for them.
  if (part.dataset.liveBeyond) setTimeout(() => style(part.dataset.liveBeyond), CALM_MS);

  function onEvent(event) {
    heardAt = Date.now();
    patience = SILENCE_MS;
    failures = 0;
    connection = event.detail.connection;
    show("live");
    const name = event.detail.message.event;
    if (name === "over") isOver = true;
    if (name === "poke") refresh(event.detail.message.data);
  }

  // The stream failed or ended, or a new one was rejected: poll soon, but not at the same moment as the class's other pages.
  function onStreamError() {
    if (patience === SILENCE_MS) {
      heardAt = Date.now();
      watchIn(POLL_MS * (1 + Math.random() / 2));
    }
    patience = POLL_MS;
    failures = Math.max(failures, 1);
  }

  // If the stream is silent too long, polls the part, and occasionally reconnects the stream (a silent one is closed first).
  function watch() {
    watchIn(pollMs * (0.75 + Math.random() / 2));
    if (news.length) ask(); // what failed, or waited for a form without a response
    if (document.hidden || isOver) return;
    const now = Date.now();
    if (now - heardAt >= patience) {
      if (state() === "live" && patience === SILENCE_MS) doubts = DOUBTED;
      if (state() !== "lost") show("polling");
      if (now - heardAt >= DEAD_MS) {
        connection?.reader?.cancel();
        connection = null;
      }
      refresh();
      if (++polls % 5 === 0) stream.dispatchEvent(new CustomEvent("connect"));
    } else if (everyMs && now - askedAt >= Math.max(everyMs, pollMs)) refresh();
  }

  function answered(isGood, isFromServer) {
    tookMs = Math.min(Date.now() - sentAt, POLL_MS);
    const slowest = isFromServer || tookMs === POLL_MS ? SLOWEST_POLL_MS : CUT_POLL_MS;
    pollMs = Math.min(slowest, Math.max(POLL_MS, isGood ? TIMES_THE_ANSWER * tookMs : 2 * pollMs));
  }

  // Compares versions such as "a.3.7" and "a.3.8": negative, 0, or positive; 1 if they are not comparable.
  function compare(one, other) {
    if (one === other) return 0;
    const [key, ...numbers] = one.split(".");
    const [otherKey, ...others] = other.split(".");
    if (key !== otherKey) return 1;
    const at = numbers.findIndex((number, index) => number !== others[index]);
    return Number(numbers[at]) < Number(others[at]) ? -1 : 1;
  }

  // Responses may arrive out of order: an older one must not win, nor a refresh over the response to a move.
  // While a form is being submitted, the page must not change, because the response may be a difference.
  function beforeSwap(event) {
    const { ctx, tasks } = event.detail;
    const isOwn = ctx.sourceElement === part;
    const askAgain = ctx.target === part ? refresh : () => ctx.sourceElement.click();
    const isReady = tasks.every((task) => task.type !== "main" || loadAssets(task.fragment, askAgain));
    if (ctx.target !== part) return isReady || event.preventDefault();
    const version = ctx.text?.match(/name="version" value="([^"]+)"/)?.[1];
    const order = version ? compare(version, shown()) : 1;
    if (order < 0 || (order === 0 && isOwn)) return event.preventDefault();
    const mustWait = !isReady || (isOwn && isPosting());
    needsWhole = !mustWait && !tasks.every((task) => task.type !== "main" || isComplete(task));
    focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    hadResult = Boolean(byId(part, "result"));
    if (!needsWhole && !mustWait) {
      const isEndOrStart = hadResult || tasks.some(({fragment}) => fragment.getElementById("result"));
      if (focused && isEndOrStart && !tasks.some(({fragment}) => fragment.getElementById(focused))) document.activeElement.blur(); // otherwise its removal forces a layout
      return;
    }
    event.preventDefault();
    if (isOwn) asking.isRefused = true;
    else news.push(PLAIN);
  }

  // Keeps the focus on the same element, even if it moved (browsers without moveBefore lose it).
  // At the end of a game, focuses the result; in the introduction, whose buttons change, the board; when the game begins, the hand.
  function afterSwap() {
    const {activeElement, body} = document;
    const result = byId(part, "result");
    if (result && !hadResult && (activeElement.contains(part) || part.contains(activeElement))) requestAnimationFrame(() => result.focus()); // avoids a second layout
    else if (activeElement === body && focused) (byId(part, focused) ?? part.querySelector('#introduction [tabindex="0"], #hand input'))?.focus({preventScroll: true});
    hadResult = Boolean(result);
  }

  // A redirect for the page that was submitted would open the same page first, without the message in the form's response.
  function onSubmit({defaultPrevented, target}) {
    if (!defaultPrevented && target.method !== "dialog" && !target.hasAttribute("target")) submittedAt = Date.now();
  }

  document.addEventListener("submit", onSubmit);
  document.addEventListener("htmx:after:swap", afterSwap);
  document.addEventListener("htmx:sse:before:message", onEvent);
  document.addEventListener("htmx:sse:error", onStreamError);
  document.addEventListener("htmx:sse:before:connection", ({detail: {connection}}) => { if (connection.attempt > 0) onStreamError(); });
  document.addEventListener("htmx:before:request", beforeRequest);
  document.addEventListener("htmx:before:swap", beforeSwap); // before any change, because it may force a layout
  document.addEventListener("htmx:finally:request", afterRequest);
  // Animations (motion.css) must not repeat if a morph removes and reinserts an element. Asking for their state would make the browser compute styles.
  document.addEventListener("htmx:after:swap", () => {
    marked = part.querySelectorAll("[data-new]");
    for (const one of marked) one.newSince ??= Date.now();
  });
  document.addEventListener("htmx:before:swap", () => {
    for (const one of marked) {
      if (Date.now() - one.newSince < (LONG.test(one.dataset.new) ? 4200 : 600)) continue;
      if (one.classList.contains("passing")) one.remove();
      else one.removeAttribute("data-new");
    }
  });
  // Remove transient elements after their animations: the shapes of a sequence alone are thirty elements.
  document.addEventListener("animationend", ({target}) => {
    const passing = target.closest(".passing");
    if (passing?.getAnimations({ subtree: true }).every((motion) => motion.playState === "finished")) passing.remove();
  });
  // The reader no longer has access, or the object was deleted: don't leave the old page open.
  document.addEventListener("htmx:response:error", ({detail: {ctx}}) => {
    if (ctx.sourceElement !== part || ctx.response.status !== 404) return;
    leftAt = Date.now();
    location.reload();
  });
  document.addEventListener("htmx:error", () => { if (++failures > 1) show("lost"); });
  document.addEventListener("htmx:after:request", ({detail: {ctx}}) => {
    if (ctx.hx?.redirect || ctx.hx?.refresh) leftAt = Date.now();
    if (ctx.response?.status >= 500) {
      if (++failures > 1) show("lost");
      return;
    }
    failures = 0;
    if (asking?.ctx === ctx) asking.isAnswered = true;
    if (state() === "lost") show("polling");
  });
  addEventListener("offline", () => show("lost"));
  addEventListener("online", () => refresh());
  document.addEventListener("visibilitychange", () => {
    heardAt = Date.now();
    patience = FIRST_EVENT_MS;
    if (!document.hidden && !isOver) refresh();
  });
  watch();
})();

// A page from the back-forward cache may belong to another person now.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
