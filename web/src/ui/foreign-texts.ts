/**
 * Keeps the page working when something else rewrites its texts. Translators of browsers and extensions put `<font>` elements
 * around text nodes, or in their place; React still holds the text nodes and works on their parents, which fails.
 */
export function tolerateForeignTexts(document: Document): void {
  const window = document.defaultView;
  if (!window) return;
  const replaced = followReplacedTexts(document, window);
  const prototype = window.Node.prototype;
  const { insertBefore, removeChild } = prototype;
  /** The child of `parent` that stands for a node: the node, what is around it, or what is in its place. */
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
    // A node that something else took away is away.
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
 * Notes which element took the place of each text node. When the page changes such a text, the text comes back: what was put
 * in its place is out of date.
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
