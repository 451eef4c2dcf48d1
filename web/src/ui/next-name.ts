/** Returns the next free name of a series: P1, P2 … */
export function nextName(prefix: string, taken: Iterable<{ readonly name: string }>): string {
  const names = new Set(Array.from(taken, ({ name }) => name));
  for (let number = 1; ; number++) if (!names.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
