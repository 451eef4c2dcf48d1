import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../api/cell.ts';
import { findLoss } from '../api/control.ts';
import { useRobot } from '../api/use-robot.ts';
import { RunStrip } from '../connected/run-strip/RunStrip.tsx';
import { StripContext, useStripPlaces } from '../connected/run-strip/strip-places.ts';
import { FramePart } from '../ui/FramePart.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import styles from './Frame.module.css';
import { OperatorPrompt } from './OperatorPrompt.tsx';
import { Rail } from './Rail.tsx';
import { StatusBar } from './StatusBar.tsx';

const ControlLossNotice = lazyScreen(() => import('./control/ControlLossNotice.tsx'));
// Most users may do more.
const MayOnlyLook = lazyScreen(() => import('./MayOnlyLook.tsx'));
const FrameExtras = lazyScreen(() => import('./FrameExtras.tsx'));

/** Frame of every screen: the status bar, the rail, and a notice while the data is stale. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [showsHelp, showHelp] = useState(false);
  const mayOperate = useMayOperate();
  const { isStale, isLost } = useRobot((status) => ({ isStale: status.isStale, isLost: Boolean(findLoss(status)) }));
  const { places, isClaimed } = useStripPlaces();
  return (
    <div className={styles.frame}>
      <StatusBar />
      {/* Before the rail, so that it is first in the tab order. */}
      <OperatorPrompt />
      <Rail onHelp={() => showHelp(!showsHelp)} />
      <main className={styles.screen} data-stale={isStale}>
        <ConnectionNotice />
        {isLost && (
          <FramePart>
            <ControlLossNotice />
          </FramePart>
        )}
        {!mayOperate && (
          <FramePart>
            <MayOnlyLook />
          </FramePart>
        )}
        <StripContext value={places}>
          <div className={styles.middle}>
            <div className={styles.content}>
              <Suspense fallback={<Skeleton h="100%" radius={0} aria-label={t('screen.loading')} />}>
                {children}
              </Suspense>
            </div>
            <FramePart>
              <FrameExtras showsHelp={showsHelp} onCloseHelp={() => showHelp(false)} />
            </FramePart>
          </div>
          <RunStrip isClaimed={isClaimed} />
        </StripContext>
      </main>
    </div>
  );
}
