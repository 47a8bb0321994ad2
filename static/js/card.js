// Signs in with a login card. Its token comes after the # of the address, which browsers never send, or from the scanning page
// (event "card-read"). It is removed from the address at once and kept only in this page's memory.
"use strict";

const RETRY = 4000; // ms, while the class isn't playing yet or the server doesn't respond
const form = document.querySelector("[data-card]");
const state = document.querySelector("[data-card-state]");
let token = "";
let timer = 0;
let shown = "";

// Announces changes to screen readers, not each retry.
const show = (key, fill) => {
  if (shown !== key) fill();
  shown = key;
};

const showOwn = (name) => {
  const template = document.querySelector(`template[data-card-${name}]`);
  if (template) {
    const title = document.createElement("h1");
    title.textContent = template.dataset.title;
    show(name, () => state.replaceChildren(title, template.content.cloneNode(true)));
  }
  return Boolean(template);
};

const again = () => {
  timer = setTimeout(() => (document.hidden ? again() : send()), RETRY);
};

const send = async () => {
  clearTimeout(timer);
  const body = new URLSearchParams(new FormData(form));
  body.set("token", token);
  let answer;
  try {
    answer = await fetch(form.action, {method: "POST", body, headers: {"HX-Request": "true"}});
  } catch {
    answer = null;
  }
  const goal = answer?.headers.get("HX-Redirect");
  if (goal) {
    location.replace(goal);
  } else if (!answer || answer.status >= 500) {
    showOwn("failed");
    again();
  } else if (answer.status === 400) {
    showOwn("outdated");
  } else {
    const html = await answer.text();
    show(html, () => { state.innerHTML = html; });
    if (answer.status === 409) again();
  }
};

const take = (read) => {
  token = read;
  clearTimeout(timer);
  if (showOwn("asks")) {
    state.querySelector("[data-card-goes-on]").addEventListener("click", () => {
      showOwn("busy");
      send();
    });
    return;
  }
  showOwn("busy");
  send();
};

const takeFromAddress = () => {
  const read = location.hash.slice(1);
  if (!/^[\w-]{20,}$/.test(read)) return;
  history.replaceState(null, "", location.pathname);
  take(read);
};

window.addEventListener("pagehide", () => { token = ""; });
window.addEventListener("hashchange", takeFromAddress); // another card, scanned into the same tab
document.addEventListener("card-read", (event) => take(event.detail));
takeFromAddress();
