// One browser is one person's. Once someone signs in or out in one tab, the others leave what they show of anyone who was signed in before.
// html[data-sign-in] differs with every sign-in, and is empty without one; data-door leads to anyone who is signed in by now.
"use strict";

(() => {
  const {signIn, door} = document.documentElement.dataset;
  const tabs = new BroadcastChannel("sign-in");
  tabs.addEventListener("message", (event) => { if (signIn && event.data !== signIn) location.replace(door); });
  tabs.postMessage(signIn);
  // A page that Back brings from memory may show someone who is gone, or ask for a PIN again: the server decides again.
  addEventListener("pageshow", ({persisted}) => { if (persisted) location.replace(location.pathname + location.search); });
})();
