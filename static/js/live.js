// Keeps the part marked data-live fresh: at every notification of the stream, and by asking every few seconds where no stream gets through.
//
// Where answers get slow or fail it asks less often, until they are quick again. No two pages ask at the same moment, so that a
// server that comes back is not run over by those who have waited for it.
//
// The part holds a hidden input "version". The server answers 204 to the version it would show. A version "key.3.7" tells
// which of two answers is newer; any other text only whether they differ. A notification "key.3.7" tells how far a game is: anyone who
// shows that does not ask. Any other notification makes every page ask. data-live-throttle: at most one request in so many ms.
// data-live-every: one request in so many ms also where nothing is notified, because waiting times on the page grow.
//
// Each request names the version shown, and the answer may leave out what has not changed since (docs/adr/0014).
"use strict";

(() => {
  const FIRST_EVENT_MS = 4000;
  const SILENCE_MS = 12000; // a heartbeat of 10 s, and a little
  const DEAD_MS = 22000; // two of them: then another stream is opened, which costs the server more than an answer
  const POLL_MS = 2000;
  const SLOWEST_POLL_MS = 20000;
  const CUT_POLL_MS = 3200; // where a request fails at once without an answer: it burdens no server, and the line may be back
  const ANSWER_MS = 8000; // then the line that a request went over may be silently lost: the next one takes another
  const DOUBT_MS = 2000; // so long requests wait at first where the stream fell silent but did not break: other connections may be gone too
  const DOUBTED = 3; // such requests, one after the other: each ends a connection that is gone
  const TIMES_THE_ANSWER = 10; // a page that polls is waiting for an answer a tenth of the time at most
  const HOLD_MS = 4000; // so long a form that is on its way keeps notifications waiting: its answer may be all they are about
  const LEAVE_MS = 60000; // so long another page may be on its way: what is asked meanwhile would only begin that way again
  const PLAIN = "plain";
  const CALM_MS = 10000; // by then a page has long been opened
  const DIFFERENCE = "difference";
  const OWN = htmx.config.morphIgnore; // attributes that the reader or a script sets (macros/live.html)
  const NOT_SET_UP = ":is([hx-get], [hx-post]):not([data-htmx-powered])";

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
  let timer = 0;
  let news = []; // notifications about which nothing was asked so far
  let asking = null; // the request under way
  let postedAt = 0;
  let needsWhole = false;
  let connection = null; // the stream that was heard last
  let doubts = 0; // requests that may still follow each other at once
  let failures = 0;
  let polls = 0;
  let isOver = false;
  let leftAt = -LEAVE_MS; // when another page was asked for
  let focused = ""; // the id of what had the focus before a swap
  let hadResult = false; // whether the end of a game was shown before it
  let isStyled = Boolean(document.querySelector("link[data-beyond]")); // whether the styles beyond a table are there
  const unstyled = new Set(); // what waits for them
  const posts = new Set(); // forms on their way whose answer is to be shown here

  const state = () => document.documentElement.dataset.stream;
  const tell = (detail) => document.dispatchEvent(new CustomEvent("tell", { detail }));

  function show(word) {
    const before = state();
    if (before === word) return;
    document.documentElement.dataset.stream = word;
    const words = document.getElementById("live-state");
    if (word === "lost") tell(words?.querySelector(".live-lost").textContent.slice(2));
    else if (before === "lost") tell(words?.dataset.back);
  }

  const shown = () => part.querySelector("input[name=version]")?.value ?? "";
  const isPosting = () => posts.size > 0 && Date.now() - postedAt < HOLD_MS;
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

  // One request at a time. The first one goes at once; those that come too soon after it melt into one.
  function ask() {
    if (asking || timer || isPosting() || isLeaving() || unstyled.size) return; // whatever ends asks again
    news = news.filter((notification) => !isShown(notification));
    if (news.length === 0) return;
    const wait = askedAt + throttleMs - Date.now();
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
    } else {
      posts.add(ctx);
      postedAt = Date.now();
    }
    const asked = part.querySelector("#pad input[name=card]")?.value;
    if (asked) ctx.request.headers["X-Asked-Card"] = asked; // the pad goes on asking for the card that was chosen
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
    if (isAnswered || isDoubted) ask(); // else with the next look at the clock
  }

  // An answer leaves out what has not changed: a template stands for an element of the page, with what is new in it.
  // Gives whether the page has all of these; if not, the whole is asked for.
  function isComplete({fragment, swapSpec}) {
    const since = fragment.querySelector("template[data-since]");
    if (!since && byId(part, "board") && byId(fragment, "board")) swapSpec.style = DIFFERENCE; // another game, or its end: the board stays
    if (!since) return true;
    if (since.dataset.since !== shown()) return false;
    since.remove();
    swapSpec.style = DIFFERENCE;
    return [...fragment.querySelectorAll("template[data-kept]")].every((template) => {
      const element = byId(part, template.dataset.kept);
      return element && [...template.content.children].every((fresh) => byId(element, fresh.id));
    });
  }

  // Such an answer is like the page but for a few places, so each node is looked at once. A morph compares each with all that it
  // could have become, and then htmx looks at every node for what it is to set up: ten times the work.
  htmx.registerExtension(DIFFERENCE, {
    handle_swap(style, target, fragment) {
      if (style !== DIFFERENCE) return false;
      renewChildren(target, fragment);
      for (const one of target.querySelectorAll(NOT_SET_UP)) htmx.process(one);
      return [];
    },
  });

  // A page that was opened at a table has no more than a table needs: the answer brings drawings, and names the styles.
  // Gives whether it can be shown; if not, it is asked for again once the styles are there.
  function bring(fragment, askAgain) {
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

  // A first sequence is not to wait for them: they come while nothing else happens.
  if (part.dataset.liveBeyond) setTimeout(() => style(part.dataset.liveBeyond), CALM_MS);

  const byId = (within, id) => within.querySelector(`#${CSS.escape(id)}`);

  // Makes an element look like a fresh one; what stays the same in it stays in place. With `hasNewChildren`, a child that differs is another element.
  function renew(old, fresh, hasNewChildren) {
    let isSetUp = true;
    for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
      const value = fresh.getAttribute(name);
      if (OWN.includes(name) || old.getAttribute(name) === value) continue;
      if (value === null) old.removeAttribute(name);
      else old.setAttribute(name, value);
      if (name.startsWith("hx-")) isSetUp = false;
    }
    if (!isSetUp) htmx.process(old, true);
    renewChildren(old, fresh, hasNewChildren);
  }

  function renewChildren(old, fresh, hasNewChildren) {
    const ids = new Set(Array.from(fresh.children, idOf));
    let at = old.firstChild;
    const drop = () => {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    };
    let more = fresh.childNodes.length - old.childNodes.length;
    for (const node of [...fresh.childNodes]) {
      const own = counterpart(at, node, ids);
      const isBefore = more > 0 && own === at && own?.isEqualNode(node.nextSibling) && !own.isEqualNode(node); // in a list without ids
      if (isBefore) more -= 1;
      if (!own || isBefore || (hasNewChildren && !own.isEqualNode(node))) {
        old.insertBefore(node, at);
        continue;
      }
      while (at && at !== own && !(at.id && ids.has(at.id))) drop();
      if (at === own) at = at.nextSibling;
      else if (old.moveBefore) old.moveBefore(own, at); // and it keeps the focus
      else old.insertBefore(own, at);
      if (isText(node)) {
        if (own.data !== node.data) own.data = node.data;
      } else if (node.dataset.kept) {
        for (const one of [...node.content.children]) renew(byId(own, one.id), one, true);
      } else renew(own, node, node.matches(".space"));
    }
    while (at) drop();
  }

  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const idOf = (element) => element.dataset.kept ?? element.id;

  // What a node stands for, among the siblings from `at` on: the one of its id, or the next one of its kind that has none. `ids`: of those that stay.
  function counterpart(at, node, ids) {
    if (isText(node)) return at && isText(at) ? at : null;
    const id = idOf(node);
    for (let own = at; own; own = own.nextSibling) {
      if (isText(own)) continue;
      if (id ? own.id === id : !own.id && own.nodeName === node.nodeName) return own;
      if (!id && own.id && ids.has(own.id)) return null;
    }
    return node.dataset.kept ? byId(part, id) : null;
  }

  function heard(event) {
    heardAt = Date.now();
    patience = SILENCE_MS;
    failures = 0;
    connection = event.detail.connection;
    show("live");
    const name = event.detail.message.event;
    if (name === "over") isOver = true;
    if (name === "poke") refresh(event.detail.message.data);
  }

  // The stream broke or ended, or a new one was refused: ask soon.
  function lost() {
    if (patience === SILENCE_MS) heardAt = Date.now();
    patience = POLL_MS;
    failures = Math.max(failures, 1);
  }

  // Silent too long: ask for the part itself, and now and then for the stream (a living one ignores that, so a silent one is ended).
  function watch() {
    setTimeout(watch, pollMs * (0.75 + Math.random() / 2));
    if (news.length) ask(); // what failed, or waited for a form that got no answer
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
    const took = Date.now() - sentAt;
    const slowest = isFromServer || took > POLL_MS ? SLOWEST_POLL_MS : CUT_POLL_MS;
    pollMs = Math.min(slowest, Math.max(POLL_MS, isGood ? TIMES_THE_ANSWER * took : 2 * pollMs));
  }

  // How the version "a.3.7" stands to "a.3.8": below, equal (0) or above; 1 where that cannot be told.
  function compare(one, other) {
    if (one === other) return 0;
    const [key, ...numbers] = one.split(".");
    const [otherKey, ...others] = other.split(".");
    if (key !== otherKey) return 1;
    const at = numbers.findIndex((number, index) => number !== others[index]);
    return Number(numbers[at]) < Number(others[at]) ? -1 : 1;
  }

  // Two answers may overtake each other: the older one must not win, nor a mere refresh over the answer to a move.
  // While a form is on its way the page stays what its answer builds on.
  function beforeSwap(event) {
    const { ctx, tasks } = event.detail;
    const isOwn = ctx.sourceElement === part;
    const askAgain = ctx.target === part ? refresh : () => ctx.sourceElement.click();
    const isReady = tasks.every((task) => task.type !== "main" || bring(task.fragment, askAgain));
    if (ctx.target !== part) return isReady || event.preventDefault();
    const version = ctx.text?.match(/name="version" value="([^"]+)"/)?.[1];
    const order = version ? compare(version, shown()) : 1;
    if (order < 0 || (order === 0 && isOwn)) return event.preventDefault();
    const mustWait = !isReady || (isOwn && isPosting());
    needsWhole = !mustWait && !tasks.every((task) => task.type !== "main" || isComplete(task));
    focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    hadResult = Boolean(byId(part, "result"));
    if (!needsWhole && !mustWait) {
      const isEndOrStart = hadResult || tasks.some(({fragment}) => byId(fragment, "result"));
      if (focused && isEndOrStart && !tasks.some(({fragment}) => byId(fragment, focused))) document.activeElement.blur(); // else its removal lays the page out
      return;
    }
    event.preventDefault();
    if (isOwn) asking.isRefused = true;
    else news.push(PLAIN);
  }

  // The focus stays with what had it, also where that has moved on the page (browsers without moveBefore lose it).
  // At the end of a game it goes to the result.
  function afterSwap() {
    const {activeElement, body} = document;
    const result = byId(part, "result");
    if (result && !hadResult && (activeElement === body || part.contains(activeElement))) requestAnimationFrame(() => result.focus()); // and is laid out once
    else if (activeElement === body && focused) byId(part, focused)?.focus({preventScroll: true});
    hadResult = Boolean(result);
  }

  document.addEventListener("htmx:after:swap", afterSwap);
  document.addEventListener("htmx:sse:before:message", heard);
  document.addEventListener("htmx:sse:error", lost);
  document.addEventListener("htmx:sse:before:connection", ({detail: {connection}}) => { if (connection.attempt > 0) lost(); });
  document.addEventListener("htmx:before:request", beforeRequest);
  document.addEventListener("htmx:before:swap", beforeSwap); // before anything is changed: it may ask for the layout
  document.addEventListener("htmx:finally:request", afterRequest);
  // What has been seen arriving (motion.css) is not seen again, even if a morph takes it out and puts it back.
  const isSeen = (one) => one.getAnimations({ subtree: true }).every((motion) => motion.playState === "finished");
  document.addEventListener("htmx:before:swap", () => {
    for (const one of [...part.querySelectorAll("[data-new]")].filter(isSeen)) { // all asked first: each change costs styles
      if (one.classList.contains("passing")) one.remove();
      else one.removeAttribute("data-new");
    }
  });
  // What passes is gone as soon as all of it was seen: the shapes of a sequence alone are thirty elements.
  document.addEventListener("animationend", ({target}) => {
    const passing = target.closest(".passing");
    if (passing && isSeen(passing)) passing.remove();
  });
  // Anyone who looks may see it no longer, or it is gone: the page must not stand there as it was.
  document.addEventListener("htmx:response:error", ({detail: {ctx}}) => {
    if (ctx.sourceElement !== part || ctx.response.status !== 404) return;
    leftAt = Date.now();
    location.reload();
  });
  // Anyone who was let in leaves the list, with the button: the focus moves to the next one, at last to the page.
  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
    if (!ctx.request?.action.endsWith("/unlock") || document.activeElement !== document.body) return;
    (part.querySelector("#locked-out button") ?? document.getElementById("main")).focus({preventScroll: true});
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

// A page out of the back-forward cache may be someone else's by now.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
