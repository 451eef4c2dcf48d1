/** A playing of a step, and the one around it. */
export interface Scope {
  readonly outer: Scope | undefined;
}

/**
 * Something that a step can give to all steps inside it, however deep: an offset for moves, say. The kind around provides
 * it in its context, the kinds inside find it there; the engine knows neither. It holds as long as that step plays.
 */
export class Provided<Value> {
  readonly #values = new WeakMap<Scope, { readonly value: Value }>();

  /** For contexts: gives a value to what plays inside a scope, instead of the one it had. */
  provideIn(scope: Scope, value: Value): void {
    this.#values.set(scope, { value });
  }

  /** For contexts: the value of the nearest of these scopes, from the inside out, that has one. */
  findFrom(innermost: Scope | undefined): Value | undefined {
    for (let scope = innermost; scope !== undefined; scope = scope.outer) {
      const found = this.#values.get(scope);
      if (found !== undefined) return found.value;
    }
    return undefined;
  }
}
