type Put = (copy: unknown) => void;

/**
 * Replaces ids throughout a JSON document: every string that is exactly an id, and every key that is one
 * (`stepConfigurations`), also in texts that are JSON themselves, such as stop-early conditions. Iterative, so that
 * depth cannot exhaust the stack; the input is not changed.
 */
export function remapIds(document: unknown, ids: ReadonlyMap<string, string>): unknown {
  let result: unknown;
  const pending: { source: unknown; put: Put }[] = [
    {
      source: document,
      put: (copy) => {
        result = copy;
      },
    },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { source, put } = next;
    if (typeof source === 'string') put(ids.get(source) ?? remapText(source, ids));
    else if (typeof source !== 'object' || source === null) put(source);
    else {
      const copy = Array.isArray(source) ? [] : {};
      put(copy);
      for (const [key, value] of Object.entries(source)) {
        const name = ids.get(key) ?? key;
        // Inserted now, so that keys keep their order although values are filled in later.
        setOwn(copy, name, null);
        pending.push({ source: value, put: (mapped) => setOwn(copy, name, mapped) });
      }
    }
  }
  return result;
}

/** Returns every text in a JSON document, also in texts that are JSON themselves: ids are among them. Iterative. */
export function textsIn(document: unknown): string[] {
  const texts: string[] = [];
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') {
      texts.push(next);
      pending.push(readText(next));
    } else if (typeof next === 'object' && next !== null) {
      for (const value of Object.values(next)) pending.push(value);
    }
  }
  return texts;
}

/** Some arguments are JSON as text; other text stays unchanged. */
function remapText(text: string, ids: ReadonlyMap<string, string>): string {
  const value = readText(text);
  if (value === undefined) return text;
  try {
    const mapped = JSON.stringify(remapIds(value, ids));
    return mapped === JSON.stringify(value) ? text : mapped;
  } catch {
    // It is too deep to be serialised again.
    return text;
  }
}

/** Parses the list or object in a JSON text; undefined for anything else. */
function readText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Plain assignment would set the prototype for the key `__proto__`. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
