// Collects the tapped pictures, so that only the last one submits the form. Without this file, each one does.
"use strict";

const form = document.querySelector("[data-pictures]");
const kept = form.querySelector("[data-chosen]");
const full = Number(form.dataset.pictures);
const counts = JSON.parse(form.dataset.counts); // texts for 0, 1, 2, … pictures

const show = () => {
  const number = kept.children.length;
  form.querySelector("[data-count]").textContent = counts[number];
  form.querySelectorAll(".dots span").forEach((dot, index) => dot.classList.toggle("done", index < number));
};

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=pictures]");
  if (!button) return;
  const is_taken = button.getAttribute("aria-disabled") === "true";
  if (!is_taken && kept.children.length + 1 >= full) return; // the last one: the button submits them all
  event.preventDefault();
  if (is_taken) return;
  button.setAttribute("aria-disabled", "true");
  const input = document.createElement("input");
  Object.assign(input, {type: "hidden", name: "pictures", value: button.value});
  kept.append(input);
  show();
});

// After submitting, a second tap must not submit again.
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the Back button, to a page with tapped pictures
});
