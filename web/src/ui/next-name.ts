/** Returns the name itself if it is free, else the next of its series: Door, Door 2 … */
export function freeName(name: string, taken: Iterable<{ readonly name: string }>): string {
  const known = [...taken];
  if (!known.some((other) => other.name === name)) return name;
  return nextName(`${name} `, [...known, { name: `${name} 1` }]);
}

/** Returns the next free name of a series: P1, P2 … */
export function nextName(prefix: string, taken: Iterable<{ readonly name: string }>): string {
  const names = new Set(Array.from(taken, ({ name }) => name));
  for (let number = 1; ; number++) if (!names.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
