// Shows the way to the page that scans, where a camera may be used: browsers allow it over https and on this computer alone.
"use strict";

if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) {
  document.querySelector("[data-offer-scan]").hidden = false;
}
