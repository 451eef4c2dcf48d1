import { useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../api/use-robot.ts';
import { FramePart } from '../../ui/FramePart.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { PauseButton, ResumeButton, StopAfterCycleButton, StopRunButton } from './RunControls.tsx';
import styles from './RunStrip.module.css';
import { StripContext, type StripPlace } from './strip-places.ts';

// Its buttons load after those that the operator needs first; their space is reserved.
const Speed = lazyScreen(() => import('./Speed.tsx'));

/**
 * Run buttons at the bottom right of every screen, within reach of the thumb: during a run, and on screens that start
 * one. Each button has the same place on every screen, and none of them edits.
 */
export function RunStrip({ isClaimed }: { readonly isClaimed: boolean }) {
  const { t } = useTranslation();
  const row = useKeptFocus<HTMLElement>();
  const isRunning = useRobot(({ state }) => state?.kind === 'RoutineRunning');
  const isShown = isRunning || isClaimed;
  return (
    <div className={styles.box}>
      <section
        ref={row}
        className={styles.strip}
        hidden={!isShown}
        data-claimed={isClaimed}
        aria-label={t('home.strip')}
        data-testid="run-strip"
      >
        {/* Screens with buttons here show it themselves. */}
        {isRunning && !isClaimed && <RunningStep />}
        <Slot place="act" />
        <Slot place="one" />
        <Slot place="two" />
        <Slot place="over" />
        {isShown && (
          <>
            <FramePart>
              <Speed />
            </FramePart>
            <StopAfterCycleButton className={styles.cycle} />
            <StopRunButton className={styles.stop} />
            <PauseButton className={styles.pause} />
          </>
        )}
        {isRunning && <ResumeButton className={styles.resume} />}
        <Slot place="start" />
      </section>
    </div>
  );
}

/** Routine and its current step. Only this part renders again with each step: the buttons beside it are many. */
function RunningStep() {
  const { t } = useTranslation();
  const { name, path } = useRobot(({ state }) => ({
    name: state?.routine?.name,
    path: state?.run?.currentStepPath,
  }));
  return (
    <div className={styles.what}>
      <b>{name}</b>
      {path && <span>{t('home.step', { path })}</span>}
    </div>
  );
}

function Slot({ place }: { readonly place: StripPlace }) {
  const setElement = useContext(StripContext)?.setElement;
  const ref = useCallback((element: HTMLElement | null) => setElement?.(place, element), [place, setElement]);
  return <div ref={ref} className={`${styles.slot} ${styles[place]}`} />;
}
