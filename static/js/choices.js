// Live pages of teachers: a list keeps the teacher's choice when an update moves its options. Another teacher may seat the same students meanwhile.
"use strict";

(() => {
  const part = document.querySelector("[data-live]");
  if (!part) return;
  const chosen = new Map(); // list ID → value
  const options = (list) => [...list.options];

  // What was chosen beside it counts too, even if the first option was not changed, unless the server says what is set now.
  part.addEventListener("change", ({target}) => {
    if (target.localName !== "select" || !target.form) return;
    if (target.selectedOptions[0]?.defaultSelected) {
      chosen.delete(target.id);
      return;
    }
    for (const list of target.form.elements) {
      if (list === target || (list.localName === "select" && !options(list).some((one) => one.defaultSelected))) chosen.set(list.id, list.value);
    }
  });

  // If the choice is gone, a required list is empty until the teacher chooses again.
  function restore(list, value) {
    const option = options(list).find((one) => one.value === value);
    if (option || list.required) {
      list.selectedIndex = option?.index ?? -1;
      return;
    }
    chosen.delete(list.id);
    for (const one of options(list)) one.selected = one.defaultSelected;
  }

  document.addEventListener("htmx:after:swap", () => {
    for (const [id, value] of chosen) {
      const list = document.getElementById(id);
      if (list) restore(list, value);
    }
  });
})();
