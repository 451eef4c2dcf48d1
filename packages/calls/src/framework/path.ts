/** Names of the parameters of a path, in order: `/routines/:id/changes` has `id`. */
export function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/**
 * Fills in the encoded parameters of a path.
 * @throws TypeError if a value is missing.
 */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`the path needs '${name}'`);
    return encodeURIComponent(value);
  });
}
