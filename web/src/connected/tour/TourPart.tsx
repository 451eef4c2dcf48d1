import { Suspense } from 'react';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { useTour } from './use-tour.ts';

const Tour = lazyScreen(() => import('./Tour.tsx'));

/** The guided tour while it is open. */
export function TourPart() {
  const progress = useTour();
  if (!progress?.isOpen) return null;
  return (
    <Suspense>
      <Tour progress={progress} />
    </Suspense>
  );
}
