/** Returns the start of a text, with a maximum number of UTF-16 units, without splitting a character. */
export function startOfText(text: string, longest: number): string {
  const start = text.slice(0, longest);
  return text.length > longest && /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
