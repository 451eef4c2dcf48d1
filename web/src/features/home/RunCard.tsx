import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../api/use-robot.ts';
import { describeRunner } from '../../parts/describe-runner.ts';
import { formatDuration } from '../../parts/format-duration.ts';
import { type BrokenDevice, findNextAction, isHeldUp, type NextAction } from '../../parts/next-action.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { FramePart } from '../../ui/FramePart.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import type { Tone } from '../../ui/StatusChip.tsx';
import styles from './Home.module.css';
import { LoadedVersion } from './LoadedVersion.tsx';
import { useElapsed } from './use-elapsed.ts';

// Step sentences need all step contracts: they load after the first screen.
const RunningStep = lazyScreen(() => import('./RunningStep.tsx'));
const CycleFigures = lazyScreen(() => import('./CycleFigures.tsx'));
const RunNotes = lazyScreen(() => import('./RunNotes.tsx'));

/** Texts of the next action; recovery steps have their own card. */
const texts: Partial<Record<NextAction, ParseKeys>> = {
  starting: 'home.nextStarting',
  resetEStop: 'home.nextEStop',
  closeSafeguard: 'home.nextSafeguard',
  releaseBrakes: 'home.nextBrakes',
  watchRun: 'home.nextRunning',
  resume: 'home.nextPaused',
  answer: 'home.nextAnswer',
  waitForHand: 'home.nextBusy',
  continueRun: 'home.nextContinue',
  play: 'home.nextPlay',
  chooseRoutine: 'home.nothingLoadedHelp',
};

const tones: Partial<Record<NextAction, Tone>> = {
  resetEStop: 'danger',
  closeSafeguard: 'caution',
  resume: 'caution',
  answer: 'caution',
};

/** Shows the state, the loaded routine, its run and the next action. */
export function RunCard({ broken }: { readonly broken?: BrokenDevice | undefined }) {
  const { t } = useTranslation();
  // Only what the card shows: it does not render again when the speed or a signal changes.
  const { routine, run, failure, action, word, tone } = useRobot(({ state }) => ({
    ...describeRunner(state),
    routine: state?.routine,
    run: state?.run,
    failure: state?.failure,
    action: findNextAction(state),
  }));
  const isOn = run?.status === 'running' || run?.status === 'paused';
  const key = failure ? undefined : texts[action];
  const isHeld = isHeldUp(action, broken);
  const deviceText =
    broken && t(broken.isReached ? 'home.nextDeviceError' : 'home.nextDeviceSilent', { name: broken.name });
  const text = isHeld ? deviceText : key && t(key);
  const cardTone = isHeld ? 'caution' : tones[action];
  return (
    <section className={styles.card} data-tone={failure ? undefined : cardTone} aria-label={t('home.next')}>
      <div className={styles.state} data-tone={tone} data-testid="state-word">
        {t(`runner.${word}`)}
      </div>
      <h2>{t('home.loaded')}</h2>
      <div className={styles.title} data-testid="loaded-routine">
        {routine ? (
          <AppLink href={`/routines/${encodeURIComponent(routine.id)}`} className={styles.loaded}>
            {routine.name}
          </AppLink>
        ) : (
          t('home.nothingLoaded')
        )}
      </div>
      {routine && (
        <div className={styles.muted}>
          <LoadedVersion id={routine.id} version={routine.version} /> · {t('home.steps', { count: routine.stepCount })}
        </div>
      )}
      {routine && isOn && run.currentStepID && run.currentStepPath && (
        <FramePart>
          <RunningStep stepID={run.currentStepID} path={run.currentStepPath} />
        </FramePart>
      )}
      {run && <RunFigures />}
      {run && (run.waitingFor || (run.status === 'paused' && run.pauseReason)) && (
        <FramePart>
          <RunNotes waitingFor={run.waitingFor} pauseReason={run.pauseReason} />
        </FramePart>
      )}
      {text !== undefined && (
        <p className={styles.next} data-testid="next-text">
          {text}
        </p>
      )}
    </section>
  );
}

function Elapsed({ run }: { readonly run: Parameters<typeof useElapsed>[0] }) {
  return formatDuration(useElapsed(run));
}

function RunFigures() {
  const { t } = useTranslation();
  const run = useRobot(({ state }) => state?.run);
  const isOn = run?.status === 'running' || run?.status === 'paused';
  if (!run) return null;
  const outcome = run.status === 'stopped' && run.isStoppingAfterCycle ? 'stoppedAfterCycle' : run.status;
  return (
    <div className={styles.figures}>
      <FramePart>
        <CycleFigures />
      </FramePart>
      <div className={styles.figure}>
        <b className={isOn ? 'tabular' : styles.outcome}>{isOn ? <Elapsed run={run} /> : t(`runStatus.${outcome}`)}</b>
        <span className={styles.muted}>
          {isOn ? (run.currentStepPath ? t('home.step', { path: run.currentStepPath }) : t('home.running')) : ''}
        </span>
      </div>
    </div>
  );
}
