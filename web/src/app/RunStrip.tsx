import { Button } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../api/use-command.ts';
import { useRobot } from '../api/use-robot.ts';
import { useSpeed } from '../api/use-speed.ts';
import SpeedStepper from '../parts/run-strip/SpeedStepper.tsx';
import { guarded, startsMotion } from '../ui/press/marks.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './RunStrip.module.css';

/** Pause, speed and going on, at the thumb on every screen while a run is under way. Each button keeps its place. */
export default function RunStrip() {
  const { t } = useTranslation('runStrip');
  const { t: common } = useTranslation();
  const { command, pending } = useCommand();
  const speed = useSpeed();
  const { name, path, isRunning, isPaused, isAsking, isStale } = useRobot(({ state, isStale }) => ({
    name: state?.routine?.name,
    path: state?.run?.currentStepPath,
    isRunning: state?.kind === 'RoutineRunning',
    isPaused: state?.isPaused ?? false,
    isAsking: (state?.prompt ?? null) !== null,
    isStale,
  }));
  if (!isRunning) return null;
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  return (
    <section className={styles.strip} aria-label={t('title')} data-testid="run-strip">
      <div className={styles.what}>
        <b>{name}</b>
        {path && <span>{common('home.step', { path })}</span>}
      </div>
      <SpeedStepper {...speed} />
      <Button
        {...guarded('pause')}
        size="xl"
        className={styles.press}
        leftSection={<IconPlayerPauseFilled {...icon} />}
        loading={pending === 'pauseRoutine'}
        disabled={isStale || isPaused}
        onClick={() => void command('pauseRoutine', {})}
      >
        {common('home.pause')}
      </Button>
      <Button
        {...startsMotion('resume')}
        size="xl"
        className={styles.press}
        leftSection={<IconPlayerPlayFilled {...icon} />}
        loading={pending === 'resumeRoutine'}
        disabled={isStale || !isPaused || isAsking}
        onClick={() => void command('resumeRoutine', {})}
      >
        {common('home.resume')}
      </Button>
    </section>
  );
}
