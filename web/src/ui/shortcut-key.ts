/** Key of a keyboard event. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code'>;

const latin = /^[\p{Script=Latin}\p{ASCII}]$/u;

/**
 * Returns the key of a shortcut in lower case: 'z', '/', 'arrowup'. A Latin keyboard says it by what is printed on the key,
 * wherever the key is (AZERTY, QWERTZ, Dvorak). Any other keyboard has no such letters: the place of the key counts, where
 * a US keyboard has it.
 */
export function readShortcutKey({ key, code }: PressedKey): string {
  const isOneCharacter = [...key].length === 1;
  // While an input method is on, some browsers do not say which character it is.
  const isUnknown = key === 'Process' || key === 'Unidentified';
  if (isUnknown || (isOneCharacter && !latin.test(key))) return readPlace(code) ?? key.toLowerCase();
  return key.toLowerCase();
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
