import type { JsonObject } from './definition.ts';

/**
 * Applies a JSON merge patch (RFC 7396): objects are merged, null removes a field, any other value replaces. Neither
 * input is changed. The gateway limits the depth.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else setOwn(result, name, mergePatch(Object.hasOwn(result, name) ? result[name] : undefined, value));
  }
  return result;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Plain assignment would set the prototype for the key `__proto__`. */
function setOwn(target: JsonObject, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
