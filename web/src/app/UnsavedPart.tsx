import { type ComponentType, useEffect, useState } from 'react';
import { unsavedWork } from '../api/unsaved/unsaved-work.ts';

/** Loads the guard when work first becomes unsaved; it stays loaded. */
export function UnsavedPart() {
  const [Guard, setGuard] = useState<ComponentType>();
  useEffect(() => {
    const load = () => {
      if (unsavedWork.isEmpty) return;
      unsubscribe();
      import('./UnsavedGuard.tsx').then(
        ({ default: loaded }) => setGuard(() => loaded),
        () => {
          // The cell is out of reach: the next change retries.
          unsubscribe = unsavedWork.subscribe(load);
        },
      );
    };
    let unsubscribe = unsavedWork.subscribe(load);
    load();
    return () => unsubscribe();
  }, []);
  return Guard ? <Guard /> : null;
}
