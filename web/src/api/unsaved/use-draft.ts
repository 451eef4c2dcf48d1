import { useCallback, useSyncExternalStore } from 'react';
import type { Drafts } from './drafts.ts';

/**
 * State of a form that counts as unsaved work: the page asks before it is lost. Undefined means that nothing is
 * unsaved.
 * @param name name of the edited item, for that question
 */
export function useDraft<T>(
  drafts: Drafts<T>,
  key: string,
  name: string,
): readonly [T | undefined, (next: T | undefined) => void] {
  const read = () => drafts.get(key);
  const draft = useSyncExternalStore(drafts.subscribe, read, read);
  const setDraft = useCallback(
    (next: T | undefined) => (next === undefined ? drafts.drop(key) : drafts.put(key, name, next)),
    [drafts, key, name],
  );
  return [draft, setDraft];
}
