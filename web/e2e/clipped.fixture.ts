import type { Page } from '@playwright/test';

/**
 * Returns the texts of controls that are cut off or written over the edge of their control, the controls that another
 * one covers, and what is beyond the sides of the window. A text that ends with an ellipsis is complete elsewhere.
 */
export function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[aria-hidden="true"]') === null;
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    for (const control of document.querySelectorAll('button, select, a[href], [role="radio"]')) {
      if (!isSeen(control)) continue;
      control.scrollIntoView({ block: 'center' });
      const box = control.getBoundingClientRect();
      if (box.width === 0) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`beyond the window: ${name}`);
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const other = document.elementFromPoint(x, y)?.closest('button, select, a[href]');
      const isApart = other && !other.contains(control) && !control.contains(other);
      if (isApart && x > 0 && y > 0) found.push(`covered: ${name} by ${other.textContent}`);
      for (const part of control.querySelectorAll('*')) {
        if (!isSeen(part) || ![...part.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)) continue;
        const { overflowX, textOverflow, clipPath } = getComputedStyle(part);
        if (clipPath !== 'none') continue;
        const rect = part.getBoundingClientRect();
        const isOver = rect.top < box.top - 1 || rect.bottom > box.bottom + 1 || rect.right > box.right + 1;
        const isCut = overflowX !== 'visible' && textOverflow !== 'ellipsis' && part.scrollWidth > part.clientWidth + 1;
        if (isOver || isCut) found.push(`cut off: ${part.textContent} of ${name}`);
      }
    }
    return found;
  });
}
