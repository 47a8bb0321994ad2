// Enters the code of a one-time link from after the # of the address, which browsers never send, and submits it if nothing else is asked.
// Without this script, it can be pasted into the field.
"use strict";

const form = document.querySelector("[data-link]");

const takeCode = () => {
  const code = location.hash.slice(1);
  if (!form || !/^[\w-]{20,}$/.test(code)) return;
  history.replaceState(null, "", location.pathname);
  const field = form.elements.namedItem(form.dataset.link);
  field.value = code;
  const next = form.querySelector("input:invalid");
  if (!next) return form.requestSubmit();
  field.closest(".field").hidden = true;
  next.focus();
};

window.addEventListener("hashchange", takeCode); // the link was opened in a tab that already shows this page
takeCode();
