/** Formats the local time of day of a frame as in a trace, in every language: 13:00:05.007. */
export function formatClockTime(moment: string): string {
  const date = new Date(moment);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

export function readHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Separates the bytes: '000301' becomes '00 03 01'. */
export function spaceHex(hex: string): string {
  return (hex.match(/../g) ?? []).join(' ');
}

/** Returns bytes as text, with a dot for each that is not printable ASCII. */
export function showText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
}
