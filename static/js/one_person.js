// One browser is one person's. Once somebody signs in or out in one tab, the others leave what they show of whoever was signed in before.
// html[data-sign-in] differs with every sign-in, and is empty without one; data-door leads to whoever is signed in by now.
"use strict";

(() => {
  const {signIn, door} = document.documentElement.dataset;
  const tabs = new BroadcastChannel("sign-in");
  tabs.addEventListener("message", (event) => { if (signIn && event.data !== signIn) location.replace(door); });
  tabs.postMessage(signIn);
  // A page that Back brings from memory may show somebody who is gone, or ask for a PIN again: the server decides anew.
  addEventListener("pageshow", ({persisted}) => { if (persisted) location.replace(location.pathname + location.search); });
})();
