/** Returns every text in a JSON document, also in texts that are JSON themselves: ids are among them. Iterative. */
export function textsIn(document: unknown): string[] {
  const texts: string[] = [];
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') {
      texts.push(next);
      pending.push(readJSONText(next));
    } else if (typeof next === 'object' && next !== null) {
      for (const value of Object.values(next)) pending.push(value);
    }
  }
  return texts;
}

/** Parses the list or object in a JSON text; undefined for anything else. */
export function readJSONText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
