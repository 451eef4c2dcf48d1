import type { MouseEvent } from 'react';

/** Follows a link by `follow`. Modified clicks, such as for a new tab, are left to the browser. */
export function followInPage(event: MouseEvent, follow: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow();
}
