/**
 * Keeps the page working when a translator rewrites its texts. Browsers and extensions wrap text nodes in `<font>`
 * elements or replace them; React still holds the original text nodes and changes their parents, which fails.
 */
export function tolerateForeignTexts(document: Document): void {
  const window = document.defaultView;
  if (!window) return;
  const replaced = followReplacedTexts(document, window);
  const prototype = window.Node.prototype;
  const { insertBefore, removeChild } = prototype;
  /** Returns the child of `parent` that represents a node: the node, its wrapper, or its replacement. */
  const findChild = (parent: Node, node: Node): Node | undefined => {
    let child: Node | null | undefined = parent.contains(node) ? node : replaced.get(node);
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child ?? undefined;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (before === null || before.parentNode === this) return insert(this, node, before);
    return insert(this, node, findChild(this, before) ?? null);
  };
  prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const child = node.parentNode === this ? node : findChild(this, node);
    // A node that was already removed stays removed.
    if (child) remove(this, child);
    return node;
  };
  const insert = <T extends Node>(parent: Node, node: T, before: Node | null): T => {
    insertBefore.call(parent, node, before);
    return node;
  };
  const remove = (parent: Node, child: Node): void => {
    removeChild.call(parent, child);
  };
}

/**
 * Records which element replaced each text node. When the page changes such a text, the text node is restored: its
 * replacement is out of date.
 */
function followReplacedTexts(document: Document, window: Window & typeof globalThis): WeakMap<Node, HTMLElement> {
  const replaced = new WeakMap<Node, HTMLElement>();
  const changes = new window.MutationObserver((records) => {
    for (const { target } of records) {
      const element = replaced.get(target);
      if (!element?.parentNode || target.parentNode) continue;
      element.replaceWith(target);
      replaced.delete(target);
    }
  });
  const isReplacement = (node: Node | null): node is HTMLElement =>
    node instanceof window.HTMLElement && node.tagName === 'FONT';
  new window.MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const element = [...addedNodes, previousSibling, nextSibling].find(isReplacement);
      if (!element) continue;
      for (const text of removedNodes) {
        if (!(text instanceof window.Text) || text.parentNode) continue;
        replaced.set(text, element);
        changes.observe(text, { characterData: true });
      }
    }
  }).observe(document, { childList: true, subtree: true });
  return replaced;
}
