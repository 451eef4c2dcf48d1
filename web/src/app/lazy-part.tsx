import { Button } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenBoundary } from '../ui/BrokenScreen.tsx';
import { loadScreen } from '../ui/load-screen.ts';

/**
 * A part of the frame that few need: it loads when it is first shown. One that cannot be loaded leaves a button to load
 * the page again in its place, and the frame, with the stop in it, as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => loadScreen(load));
  return function LazyPart(props) {
    return (
      <ScreenBoundary screen="part" fallback={<ReloadButton />}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ScreenBoundary>
    );
  };
}

function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button size="md" variant="default" onClick={() => window.location.reload()}>
      {t('broken.reload')}
    </Button>
  );
}
