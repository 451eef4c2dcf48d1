import { Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenBoundary } from '../../ui/BrokenScreen.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import type { ArmViewProps } from './arm-view-props.ts';

const ArmCanvas = lazyScreen(() => import('./ArmCanvas.tsx'));

let canDraw: boolean | undefined;

/** 3D view of the arm. The drawing code loads with the first view. */
export function ArmView(props: ArmViewProps) {
  const { t } = useTranslation();
  canDraw ??= hasWebGL();
  if (!canDraw) {
    return (
      <Text p="xl" c="var(--text-muted)">
        {t('view.noWebGL')}
      </Text>
    );
  }
  return (
    <ScreenBoundary screen="arm">
      <Suspense fallback={<Skeleton h="100%" radius={0} aria-label={t('view.loading')} />}>
        <ArmCanvas {...props} label={t('view.arm')} />
      </Suspense>
    </ScreenBoundary>
  );
}

function hasWebGL(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}
