import { stepClipKey } from '../../../api/session.ts';

/** Copy of this tab, if there is no storage. */
let ownClip = '';
let isShared = true;

/** Text to paste: from the system's clipboard, or the last copy in this browser. */
export interface FoundClip {
  readonly text: string;
  readonly from: 'clipboard' | 'browser';
}

/** Stores a copy for every tab of this browser, and in the system's clipboard if the page may write it. */
export function keepClip(text: string): void {
  ownClip = text;
  try {
    localStorage.setItem(stepClipKey, text);
  } catch {
    // Storage is full or disabled: the copy stays in this tab.
    localStorage.removeItem(stepClipKey);
  }
  // A page without encryption has no clipboard; a browser may deny access.
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'));
  isShared = false;
  writing.then(
    () => {
      isShared = true;
    },
    () => undefined,
  );
}

/** Returns the text to paste: the last copy, in whichever tab. */
export async function findClip(): Promise<FoundClip> {
  const text = await navigator.clipboard?.readText().catch(() => undefined);
  if (text !== undefined && isShared) return { text, from: 'clipboard' };
  return { text: localStorage.getItem(stepClipKey) ?? ownClip, from: 'browser' };
}
