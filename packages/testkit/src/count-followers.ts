import { getEventListeners } from 'node:events';

/** Counts what is registered at a signal: listeners of its abort, and signals made from it by `AbortSignal.any`. */
export function countFollowers(signal: AbortSignal): number {
  const symbol = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals');
  const dependents: unknown = symbol && Reflect.get(signal, symbol);
  const count = typeof dependents === 'object' && dependents !== null ? Number(Reflect.get(dependents, 'size')) : 0;
  return getEventListeners(signal, 'abort').length + count;
}
