// Only one person is signed in per browser. When someone signs in or out in one tab, the other tabs leave the previous person's pages.
// html[data-sign-in] differs for every sign-in and is empty without one; data-door is the address for the person signed in now.
"use strict";

(() => {
  const {signIn, door} = document.documentElement.dataset;
  const tabs = new BroadcastChannel("sign-in");
  tabs.addEventListener("message", (event) => { if (signIn && event.data !== signIn) location.replace(door); });
  tabs.postMessage(signIn);
  // A page from the back-forward cache may show the previous person, or ask for a PIN again: let the server decide.
  addEventListener("pageshow", ({persisted}) => { if (persisted) location.replace(location.pathname + location.search); });
})();
