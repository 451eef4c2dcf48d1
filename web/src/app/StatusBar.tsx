import { IconLock, IconLockOpen, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../api/use-robot.ts';
import { describeRunner } from '../parts/describe-runner.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { FramePart } from '../ui/FramePart.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import { ModeSegment, useMode } from './ModeSegment.tsx';
import { SpeedSegment } from './SpeedSegment.tsx';
import styles from './StatusBar.module.css';

const ControlSegment = lazyScreen(() => import('./control/ControlSegment.tsx'));
const OtherRobotSegment = lazyScreen(() => import('./OtherRobotSegment.tsx'));
const FailureSegment = lazyScreen(() => import('./FailureSegment.tsx'));

/** Status of the arm, on every screen. */
export function StatusBar() {
  const mode = useMode();
  const { tone, isStale, isFailed } = useRobot(({ state, isStale }) => ({
    tone: describeRunner(state).tone,
    isStale,
    isFailed: Boolean(state?.failure),
  }));
  return (
    <header className={styles.bar} data-mode={mode} data-tone={tone} data-stale={isStale} data-testid="status-bar">
      <ModeSegment mode={mode} />
      <RunnerSegment />
      <BrakesSegment />
      <SpeedSegment />
      <FramePart>
        <ControlSegment />
      </FramePart>
      <FramePart>
        <OtherRobotSegment />
        {isFailed && <FailureSegment />}
      </FramePart>
      <ConnectionSegment />
    </header>
  );
}

function RunnerSegment() {
  const { t } = useTranslation();
  const { word, tone } = useRobot(({ state }) => describeRunner(state));
  const shown = (
    <>
      <span className={styles.lamp} data-tone={tone} aria-hidden />
      <span className={`${styles.strong} ${styles.fact}`}>{t(`runner.${word}`)}</span>
    </>
  );
  return (
    <div
      className={styles.segment}
      role="status"
      aria-live={word === 'Failure' ? 'assertive' : 'polite'}
      data-tone={tone}
      data-testid="runner-state"
    >
      {/* Home shows the reason and the recovery. */}
      {word === 'Failure' ? (
        <AppLink href="/" className={styles.way}>
          {shown}
        </AppLink>
      ) : (
        shown
      )}
    </div>
  );
}

function BrakesSegment() {
  const { t } = useTranslation();
  const brakes = useRobot(({ state }) => state?.brakes);
  if (!brakes) return null;
  const Icon = brakes === 'engaged' ? IconLock : IconLockOpen;
  return (
    <div className={styles.segment} data-testid="brakes">
      <Icon size={iconSizes.sm} aria-hidden />
      <span className={styles.fact}>{t(`brakes.${brakes}`)}</span>
    </div>
  );
}

function ConnectionSegment() {
  const { t } = useTranslation();
  const { connection, isStale } = useRobot(({ connection, isStale }) => ({ connection, isStale }));
  const isWell = connection === 'connected' && !isStale;
  const Icon = isWell ? IconPlugConnected : IconPlugConnectedX;
  return (
    <div
      className={`${styles.segment} ${styles.connection} ${isWell ? '' : styles.alert}`}
      role="status"
      data-testid="connection"
    >
      <Icon size={iconSizes.sm} aria-hidden />
      <span>{connection === 'connected' && isStale ? t('connection.stale') : t(`connection.${connection}`)}</span>
    </div>
  );
}
