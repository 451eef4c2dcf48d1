import type { Rect } from './place-card.ts';

/** Returns the first visible element that a selector finds. */
export function findShown(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
}

/** Returns the part of an element that its scrolling parents show; undefined if they show nothing of it. */
export function readShownRect(element: HTMLElement): Rect | undefined {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue;
    const box = parent.getBoundingClientRect();
    left = Math.max(left, box.left);
    top = Math.max(top, box.top);
    right = Math.min(right, box.right);
    bottom = Math.min(bottom, box.bottom);
  }
  return right - left < 4 || bottom - top < 4 ? undefined : { left, top, right, bottom };
}
