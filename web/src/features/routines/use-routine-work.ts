import { useState } from 'react';
import { useInvalidate } from '../../api/cell.ts';
import { showError } from '../../ui/toasts.ts';

/** Work on whole routines: refusals of the cell are shown, and lists of routines are read again afterwards. */
export function useRoutineWork() {
  const invalidate = useInvalidate();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
      invalidate('routines');
    }
  };
  return { isBusy, run };
}
