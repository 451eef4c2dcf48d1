/** An execution of a step and the one around it. */
export interface Scope {
  readonly outer: Scope | undefined;
}

/**
 * A value that a step provides to all steps inside, at any depth, such as an offset for moves. The kind around provides
 * it in its context, and the kinds inside read it there; the engine knows neither. It is available while the step
 * plays.
 */
export class Provided<Value> {
  readonly #values = new WeakMap<Scope, { readonly value: Value }>();

  /** For contexts: provides a value inside a scope, replacing an outer one. */
  provideIn(scope: Scope, value: Value): void {
    this.#values.set(scope, { value });
  }

  /** For contexts: returns the value of the nearest scope that has one, from the inside out. */
  findFrom(innermost: Scope | undefined): Value | undefined {
    for (let scope = innermost; scope !== undefined; scope = scope.outer) {
      const found = this.#values.get(scope);
      if (found !== undefined) return found.value;
    }
    return undefined;
  }
}
