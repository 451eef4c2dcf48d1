import { useRef, useSyncExternalStore } from 'react';

/**
 * Returns a part of a state outside React. The component renders again only when that part differs: another value, or
 * an object with other values.
 */
export function useSelected<T>(subscribe: (listener: () => void) => () => void, select: () => T): T {
  const last = useRef<{ value: T } | undefined>(undefined);
  const read = (): T => {
    const value = select();
    if (!last.current || !isAlike(last.current.value, value)) last.current = { value };
    return last.current.value;
  };
  return useSyncExternalStore(subscribe, read);
}

function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(other, key)))
  );
}
