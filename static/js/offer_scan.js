// Shows the link to the scanning page if cameras are allowed: over https, or on the server's own computer.
"use strict";

if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) {
  document.querySelector("[data-offer-scan]").hidden = false;
}
