import { useEffect, useId, useRef } from 'react';
import { unsavedWork } from './unsaved-work.ts';

/**
 * Counts the work of a component as unsaved while `isUnsaved`: the page asks before it is left. The work ends with the
 * component.
 * @param name name of the work, for that question
 */
export function useUnsavedWork(name: string, isUnsaved: boolean, discard: () => void): void {
  const key = useId();
  const latest = useRef(discard);
  useEffect(() => {
    latest.current = discard;
  });
  useEffect(() => {
    if (!isUnsaved) return;
    unsavedWork.set(key, { name, discard: () => latest.current() });
    return () => unsavedWork.delete(key);
  }, [key, name, isUnsaved]);
}
