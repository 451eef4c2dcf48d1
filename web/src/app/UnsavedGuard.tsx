import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { HistoryHold } from '../api/unsaved/history-hold.ts';
import { leaveQuestion, mayLeave } from '../api/unsaved/leave-question.ts';
import { unsavedWork } from '../api/unsaved/unsaved-work.ts';

const loadDialog = () => import('./UnsavedDialog.tsx');
const UnsavedDialog = lazy(loadDialog);
const historyHold = new HistoryHold(window);

/** Asks before unsaved work is lost by leaving a screen. */
export default function UnsavedGuard() {
  const question = useSyncExternalStore(leaveQuestion.subscribe, () => leaveQuestion.current);
  useBlocker({
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname) return false;
      const release = historyHold.take();
      try {
        return !(await mayLeave());
      } finally {
        release();
      }
    },
    // `beforeunload` is handled for the whole page, also while signed out.
    enableBeforeUnload: false,
  });
  useEffect(() => {
    const { onPop } = historyHold;
    window.addEventListener('popstate', onPop, { capture: true });
    return () => window.removeEventListener('popstate', onPop, { capture: true });
  }, []);
  useEffect(() => {
    // The cell may be out of reach when the dialog is needed, so it loads early.
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
