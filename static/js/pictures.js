// Keeps the pictures that were tapped in the page, so that only the last one sends the form. Without it each one does.
"use strict";

const form = document.querySelector("[data-pictures]");
const kept = form.querySelector("[data-chosen]");
const full = Number(form.dataset.pictures);
const counts = JSON.parse(form.dataset.counts); // what to say of 0, 1, 2, … pictures

const show = () => {
  const number = kept.children.length;
  form.querySelector("[data-count]").textContent = counts[number];
  form.querySelectorAll(".dots span").forEach((dot, index) => dot.classList.toggle("done", index < number));
};

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=pictures]");
  if (!button) return;
  const is_taken = button.getAttribute("aria-disabled") === "true";
  if (!is_taken && kept.children.length + 1 >= full) return; // the last one: the button sends them all
  event.preventDefault();
  if (is_taken) return;
  button.setAttribute("aria-disabled", "true");
  const input = document.createElement("input");
  Object.assign(input, {type: "hidden", name: "pictures", value: button.value});
  kept.append(input);
  show();
});

// Once sent, a second tap must not send another four.
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // back to a page that still holds what was tapped
});
