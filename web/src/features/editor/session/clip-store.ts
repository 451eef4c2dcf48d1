import { stepClipKey } from '../../../api/session.ts';

/** The tab's own copy, in case there is no storage. */
let ownClip = '';
let isShared = true;

/** Text to paste: of the system's clipboard, or the last copy of this browser. */
export interface FoundClip {
  readonly text: string;
  readonly from: 'clipboard' | 'browser';
}

/** Keeps a copy for every tab of this browser, and in the system's clipboard where the page may write it. */
export function keepClip(text: string): void {
  ownClip = text;
  try {
    localStorage.setItem(stepClipKey, text);
  } catch {
    // Full, or switched off: this tab has it.
    localStorage.removeItem(stepClipKey);
  }
  // A page without encryption has no clipboard; a browser may keep it to itself.
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'));
  isShared = false;
  writing.then(
    () => {
      isShared = true;
    },
    () => undefined,
  );
}

/** Reads what is to be pasted: what was copied last, in whichever tab. */
export async function findClip(): Promise<FoundClip> {
  const text = await navigator.clipboard?.readText().catch(() => undefined);
  if (text !== undefined && isShared) return { text, from: 'clipboard' };
  return { text: localStorage.getItem(stepClipKey) ?? ownClip, from: 'browser' };
}
