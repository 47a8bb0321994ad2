// Submits the code of a one-time link from after the # of the address, which browsers never send.
// Without this script, it can be pasted into the field.
"use strict";

const form = document.querySelector("[data-link]");

const takeCode = () => {
  const code = location.hash.slice(1);
  if (!form || !/^[\w-]{20,}$/.test(code)) return;
  history.replaceState(null, "", location.pathname);
  form.elements.namedItem("code").value = code;
  form.requestSubmit();
};

window.addEventListener("hashchange", takeCode); // the link was opened in a tab that already shows this page
takeCode();
