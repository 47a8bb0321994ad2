// Applies differences (docs/adr/0014). A difference omits what has not changed: a template stands for an element of the page, and contains only what is
// new in it.
//
// A difference matches the page except in a few places, so one pass over the nodes is enough. A morph would compare each node with all candidates, and
// htmx would then process every node: ten times the work.
"use strict";

window.differences = (() => {
  const STYLE = "difference"; // of a swap by htmx
  const OWN = htmx.config.morphIgnore; // attributes that the reader or a script sets (macros/live.html)
  const NOT_SET_UP = ":is([hx-get], [hx-post]):not([data-htmx-powered])";

  let root = null; // what is swapped, and what was inserted into it
  let added = [];

  htmx.registerExtension(STYLE, {
    handle_swap(style, target, fragment) {
      if (style !== STYLE) return false;
      root = target;
      added = [];
      updateChildren(target, fragment);
      for (const one of added) if (one.matches?.(NOT_SET_UP) || one.querySelector?.(NOT_SET_UP)) htmx.process(one);
      return [];
    },
  });

  // Returns an element of the page within another; null if there is none.
  function byId(within, id) {
    const one = document.getElementById(id);
    return within.contains(one) ? one : null;
  }

  // Returns whether an element has everything that a difference omits.
  function hasKept(within, fragment) {
    return [...fragment.querySelectorAll("template[data-kept]")].every(({content, dataset}) => {
      const element = byId(within, dataset.kept);
      return element && [...content.children].every((fresh) => byId(element, fresh.id)) && hasKept(element, content);
    });
  }

  // Updates an element to match a fresh one; equal content stays in place. With `hasNewChildren`, a child that differs is replaced.
  function update(old, fresh, hasNewChildren) {
    let isSetUp = true;
    for (const name of [...fresh.getAttributeNames(), ...old.getAttributeNames()]) {
      const value = fresh.getAttribute(name);
      if (OWN.includes(name) || old.getAttribute(name) === value) continue;
      if (value === null) old.removeAttribute(name);
      else old.setAttribute(name, value);
      if (name.startsWith("hx-")) isSetUp = false;
    }
    if (!isSetUp) htmx.process(old, true);
    updateChildren(old, fresh, hasNewChildren);
  }

  function updateChildren(old, fresh, hasNewChildren) {
    let ids = null;
    const stays = ({id}) => id && (ids ??= new Set(Array.from(fresh.children, idOf))).has(id);
    let at = old.firstChild;
    const next = (one) => { at = one.nextSibling; };
    const drop = (gone) => { next(gone); gone.remove(); };
    let more = fresh.childNodes.length - old.childNodes.length;
    for (let node = fresh.firstChild, following; node; node = following) {
      following = node.nextSibling;
      if (at?.isEqualNode(node)) { next(at); continue; } // most of a difference
      const own = counterpart(at, node, stays);
      const isBefore = more > 0 && own === at && own?.isEqualNode(following); // an insertion into a list without IDs
      if (isBefore) more -= 1;
      if (!own || isBefore || (hasNewChildren && !own.isEqualNode(node))) {
        added.push(old.insertBefore(node, at));
        continue;
      }
      while (at && at !== own && !stays(at)) drop(at);
      if (at === own) next(at);
      else if (old.moveBefore) old.moveBefore(own, at); // keeps the focus
      else old.insertBefore(own, at);
      if (isText(node)) own.data = node.data;
      else if (node.dataset.kept) {
        for (const one of [...node.content.children]) {
          const shown = byId(own, one.id);
          if ("before" in one.dataset) shown.prepend(...one.childNodes);
          else update(shown, one, own.localName !== "form"); // a form's parts keep the focus
        }
      } else update(own, node, node.matches(".space"));
    }
    while (at) drop(at);
  }

  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const idOf = (element) => element.dataset.kept ?? element.id;

  // Returns a node's counterpart among the siblings from `at` on: the one with its ID, or the next of its kind without one. `stays`: whether one's own is still needed.
  function counterpart(at, node, stays) {
    if (isText(node)) return at && isText(at) ? at : null;
    const id = idOf(node);
    for (let own = at; own; own = own.nextSibling) {
      if (isText(own)) continue;
      if (id ? own.id === id : !own.id && own.nodeName === node.nodeName) return own;
      if (!id && stays(own)) return null;
    }
    return node.dataset.kept ? byId(root, id) : null;
  }

  return {STYLE, byId, hasKept};
})();
