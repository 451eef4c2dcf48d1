type Put = (copy: unknown) => void;

/**
 * Replaces ids throughout a JSON document: every string that is exactly an id, and every key that is one
 * (`stepConfigurations`). Walks with a loop, so depth cannot exhaust the stack; the input is not changed.
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
    if (typeof source === 'string') put(ids.get(source) ?? source);
    else if (typeof source !== 'object' || source === null) put(source);
    else {
      const copy = Array.isArray(source) ? [] : {};
      put(copy);
      for (const [key, value] of Object.entries(source)) {
        const name = ids.get(key) ?? key;
        // Placed now, so that keys keep their order although values are filled in later.
        setOwn(copy, name, null);
        pending.push({ source: value, put: (mapped) => setOwn(copy, name, mapped) });
      }
    }
  }
  return result;
}

/** Plain assignment would set the prototype for the key `__proto__`. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
