import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { leaveQuestion, mayLeave } from '../api/unsaved/leave-question.ts';
import { unsavedWork } from '../api/unsaved/unsaved-work.ts';

const loadDialog = () => import('./UnsavedDialog.tsx');
const UnsavedDialog = lazy(loadDialog);

/** Asks before unsaved work is lost, on every way to another screen. */
export default function UnsavedGuard() {
  const question = useSyncExternalStore(leaveQuestion.subscribe, () => leaveQuestion.current);
  const askedAt = useRef<number>(undefined);
  useBlocker({
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname) return false;
      askedAt.current = entryIndex(window.history.state);
      const isLeaving = await mayLeave();
      askedAt.current = undefined;
      return !isLeaving;
    },
    // The whole page asks, also while signed out.
    enableBeforeUnload: false,
  });
  useEffect(() => {
    // Back again while the question is open: the router would lose count of its entries.
    const hold = (event: PopStateEvent) => {
      if (askedAt.current === undefined) return;
      event.stopImmediatePropagation();
      const steps = askedAt.current - entryIndex(event.state);
      if (steps !== 0) window.history.go(steps);
    };
    window.addEventListener('popstate', hold, { capture: true });
    return () => window.removeEventListener('popstate', hold, { capture: true });
  }, []);
  useEffect(() => {
    // The cell may be out of reach when the question comes.
    const load = () => void (unsavedWork.isEmpty || loadDialog().catch(() => undefined));
    load();
    return unsavedWork.subscribe(load);
  }, []);
  if (!question) return null;
  return (
    <Suspense>
      <UnsavedDialog
        names={question.names}
        onLeave={() => question.answer(true)}
        onStay={() => question.answer(false)}
      />
    </Suspense>
  );
}

/** Place of an entry in the history, as the router counts them. */
function entryIndex(state: unknown): number {
  return Number(Object(state).__TSR_index ?? 0);
}
