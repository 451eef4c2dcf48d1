/** Key of a keyboard event. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code'>;

const latin = /^[\p{Script=Latin}\p{ASCII}]$/u;

/**
 * Returns the key of a shortcut in lower case: 'z', '/', 'arrowup'. On a Latin keyboard it is the printed key, wherever
 * it is (AZERTY, QWERTZ, Dvorak). Other keyboards have no such letters: there the position of the key on a US keyboard
 * counts.
 */
export function readShortcutKey({ key, code }: PressedKey): string {
  const isOneCharacter = [...key].length === 1;
  // While an input method is active, some browsers do not report the character.
  const isUnknown = key === 'Process' || key === 'Unidentified';
  if (isUnknown || (isOneCharacter && !latin.test(key))) return readPlace(code) ?? key.toLowerCase();
  return key.toLowerCase();
}

/** Question marks of keyboards: Latin and most others, Arabic and Persian, full width. */
const questionMarks = ['?', '؟', '？'];

/** True for the question mark of any keyboard. */
export function isQuestionMark({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return questionMarks.includes(key);
}

/** True if Ctrl or Cmd is held for a shortcut. With Alt it types a character on some keyboards (AltGr). */
export function isShortcut(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey;
}

function readPlace(code: string): string | undefined {
  if (code === 'Slash') return '/';
  if (code === 'Space') return ' ';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase();
}
