import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenBoundary } from './BrokenScreen.tsx';

/**
 * Wraps a part of the frame or of a screen that loads when it is first shown. If it fails, it is replaced by a button
 * that reloads the page; everything else, including the stop, stays as it is.
 */
export function FramePart({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const reload = (
    <Button size="md" variant="default" onClick={() => window.location.reload()}>
      {t('broken.reload')}
    </Button>
  );
  return (
    <ScreenBoundary screen="part" fallback={reload}>
      <Suspense>{children}</Suspense>
    </ScreenBoundary>
  );
}
