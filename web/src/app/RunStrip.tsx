import { useTranslation } from 'react-i18next';
import { useRobot } from '../api/use-robot.ts';
import { useSpeed } from '../api/use-speed.ts';
import { PauseButton, ResumeButton, StopAfterCycleButton } from '../connected/run-controls/RunControls.tsx';
import SpeedStepper from '../parts/run-strip/SpeedStepper.tsx';
import styles from './RunStrip.module.css';

/** Pause, speed and going on, at the thumb on every screen while a run is under way. Each button keeps its place. */
export default function RunStrip() {
  const { t } = useTranslation('runStrip');
  const { t: common } = useTranslation();
  const speed = useSpeed();
  const { name, path, isRunning } = useRobot(({ state }) => ({
    name: state?.routine?.name,
    path: state?.run?.currentStepPath,
    isRunning: state?.kind === 'RoutineRunning',
  }));
  if (!isRunning) return null;
  return (
    <section className={styles.strip} aria-label={t('title')} data-testid="run-strip">
      <div className={styles.what}>
        <b>{name}</b>
        {path && <span>{common('home.step', { path })}</span>}
      </div>
      <SpeedStepper {...speed} />
      <StopAfterCycleButton className={styles.press} />
      <PauseButton className={styles.press} />
      <ResumeButton className={styles.press} />
    </section>
  );
}
