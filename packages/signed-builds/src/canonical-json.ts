/**
 * Returns a value as canonical JSON, the form that TUF signs: keys sorted, no white space, only quotes and backslashes
 * escaped.
 * @throws TypeError for a number that is not a safe integer, and for anything that is no JSON value.
 */
export function canonicalJSON(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError(`Signed metadata only contains integers, not ${value}`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJSON).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined);
    const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${sorted.map(([key, field]) => `${quote(key)}:${canonicalJSON(field)}`).join(',')}}`;
  }
  throw new TypeError(`Signed metadata cannot contain a ${typeof value}`);
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
