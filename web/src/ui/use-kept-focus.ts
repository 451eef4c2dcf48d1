import { type RefObject, useEffect, useRef } from 'react';

/** A button with a pending request can be pressed again soon: the focus waits for it, too. */
const next = 'button:is(:enabled, [data-loading])';
/** The filled button is the next action. */
const obvious = `${next}:is(:not([data-variant]), [data-variant="filled"])`;
const watched = ['disabled', 'data-loading'];

/**
 * Keeps the focus in a row of buttons that replace each other: when the focused one is removed or disabled, the focus
 * moves to the filled one, or else to the first of the row. A row without the focus takes none.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => (row.current ? keepFocusIn(row.current) : undefined), []);
  return row;
}

function keepFocusIn(row: HTMLElement): () => void {
  let focused: HTMLElement | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    focused = target instanceof HTMLElement && row.contains(target) ? target : undefined;
  };
  const onBlur = ({ target }: FocusEvent) => {
    // A removed element is still present while it reports its removal.
    queueMicrotask(() => {
      if (target === focused && canBePressed(focused) && document.activeElement !== focused) focused = undefined;
    });
  };
  const onChange = () => {
    if (isLost(focused)) (canBePressed(focused) ? focused : findNext(row))?.focus();
  };
  const changes = new MutationObserver(onChange);
  changes.observe(row, { childList: true, subtree: true, attributeFilter: watched });
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('focusin', onFocus, { signal });
  row.addEventListener('focusout', onBlur, { signal });
  return () => {
    changes.disconnect();
    ending.abort();
  };
}

function findNext(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>(obvious) ?? row.querySelector<HTMLElement>(next);
}

function canBePressed(element: HTMLElement | undefined): boolean {
  return element?.isConnected === true && element.matches(':enabled');
}

/** True if no element has the focus any more; a button with a pending request gets it back when it is enabled. */
function isLost(focused: HTMLElement | undefined): boolean {
  if (!focused || (focused.isConnected && focused.matches('[data-loading]'))) return false;
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.matches(':disabled') === true;
}
