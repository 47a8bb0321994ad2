// A form may open another tab, such as that of the printed login cards. When the person returns, this page is loaded again: its next step may have
// changed.
"use strict";

document.addEventListener("submit", ({target: form}) => {
  if (form.getAttribute("target") !== "_blank") return;
  document.addEventListener("visibilitychange", () => { if (!document.hidden) location.reload(); });
});
