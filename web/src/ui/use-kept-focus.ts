import { type RefObject, useEffect, useRef } from 'react';

/** A press so soon after the focused button has become another was meant for the one before. */
const restMS = 500;

/** On what starts the arm: a press that was meant for the button before does not start it. */
export const startsMotion = { 'data-starts-motion': true } as const;
const starting = '[data-starts-motion]';
/** One that waits for its answer can be pressed soon: the focus waits for it, too. */
const next = 'button:is(:enabled, [data-loading])';
const watched = ['disabled', 'data-loading', 'data-starts-motion'];

/**
 * Keeps the focus in a row of buttons that give their places to each other: when the one that has it goes away or can
 * no longer be pressed, the first of the row takes it. A row without the focus takes none.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => (row.current ? keepFocusIn(row.current) : undefined), []);
  return row;
}

function keepFocusIn(row: HTMLElement): () => void {
  let focused: HTMLElement | undefined;
  /** Whether the focused button starts the arm, and since when it does where another has become it. */
  let starts = false;
  let startsSince = Number.NEGATIVE_INFINITY;
  const onFocus = ({ target }: FocusEvent) => {
    focused = target instanceof HTMLElement && row.contains(target) ? target : undefined;
    starts = focused?.matches(starting) ?? false;
    startsSince = Number.NEGATIVE_INFINITY;
  };
  const onBlur = ({ target }: FocusEvent) => {
    // What goes away is still there while it tells of it.
    queueMicrotask(() => {
      if (target === focused && canBePressed(focused) && document.activeElement !== focused) focused = undefined;
    });
  };
  const onChange = () => {
    const started = starts;
    if (isLost(focused)) (canBePressed(focused) ? focused : row.querySelector<HTMLElement>(next))?.focus();
    starts = focused?.matches(starting) ?? false;
    if (starts && !started) startsSince = performance.now();
  };
  const onKey = (event: KeyboardEvent) => {
    // A key that is held down presses one button, not each that comes in its place.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const isByKey = event.detail === 0;
    if (!isByKey || performance.now() - startsSince > restMS) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const changes = new MutationObserver(onChange);
  changes.observe(row, { childList: true, subtree: true, attributeFilter: watched });
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('focusin', onFocus, { signal });
  row.addEventListener('focusout', onBlur, { signal });
  row.addEventListener('keydown', onKey, { signal });
  row.addEventListener('click', onClick, { signal, capture: true });
  return () => {
    changes.disconnect();
    ending.abort();
  };
}

function canBePressed(element: HTMLElement | undefined): boolean {
  return element?.isConnected === true && element.matches(':enabled');
}

/** Whether nothing has the focus any more; one that waits for its answer is given it back by and by. */
function isLost(focused: HTMLElement | undefined): boolean {
  if (!focused || (focused.isConnected && focused.matches('[data-loading]'))) return false;
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.matches(':disabled') === true;
}
