import { useTranslation } from 'react-i18next';
import { useDeviceName } from '../../api/use-device-name.ts';
import { useRobot } from '../../api/use-robot.ts';
import { FailedDevice } from '../../parts/FailedDevice.tsx';
import { WaitNotice } from '../../parts/WaitNotice.tsx';
import { listTrappedJoints } from '../../parts/way-out.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { formatDuration } from '../../ui/format-time.ts';
import type { Tone } from '../../ui/StatusChip.tsx';
import styles from './Home.module.css';
import { LoadedVersion } from './LoadedVersion.tsx';
import { findNextAction, type NextAction } from './next-action.ts';
import { useElapsed } from './use-elapsed.ts';

const texts = {
  starting: 'home.nextStarting',
  resetEStop: 'home.nextEStop',
  closeSafeguard: 'home.nextSafeguard',
  recover: 'wayOut.recover',
  engageBrakes: 'wayOut.engageBrakes',
  restart: 'wayOut.restart',
  guide: 'wayOut.guide',
  moveAway: 'wayOut.moveAway',
  releaseBrakes: 'home.nextBrakes',
  watchRun: 'home.nextRunning',
  resume: 'home.nextPaused',
  answer: 'home.nextAnswer',
  waitForHand: 'home.nextBusy',
  continueRun: 'home.nextContinue',
  play: 'home.nextPlay',
  chooseRoutine: 'home.nothingLoadedHelp',
} as const satisfies Record<NextAction, string>;

const tones: Partial<Record<NextAction, Tone>> = {
  recover: 'danger',
  engageBrakes: 'danger',
  restart: 'danger',
  guide: 'danger',
  moveAway: 'danger',
  resetEStop: 'danger',
  closeSafeguard: 'caution',
  resume: 'caution',
  answer: 'caution',
};

/** What is loaded and running, what is wrong, and what to do next. */
export function RunCard() {
  const { t } = useTranslation();
  const state = useRobot((status) => status.state);
  const action = findNextAction(state);
  const { routine, run, failure } = state ?? {};
  const where = failure?.stepPath;
  const device = useDeviceName(failure?.equipmentID);
  return (
    <section className={styles.card} data-tone={tones[action]} aria-label={t('home.next')}>
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
      {run && <RunFigures startedAt={run.startedAt} />}
      <WaitNotice waitingFor={run?.waitingFor ?? null} />
      {failure && (
        <p>
          <strong>{failure.reason}</strong>
          {where !== undefined && <span className={styles.muted}> ({where})</span>}
        </p>
      )}
      <FailedDevice failure={failure} name={device} />
      <p className={styles.muted} data-testid="next-text">
        {t(texts[action], { joints: listTrappedJoints(state) })}
      </p>
    </section>
  );
}

function RunFigures({ startedAt }: { readonly startedAt: string }) {
  const { t } = useTranslation();
  const run = useRobot(({ state }) => state?.run);
  const isOn = run?.status === 'running' || run?.status === 'paused';
  const elapsed = useElapsed(startedAt, isOn);
  if (!run) return null;
  return (
    <div className={styles.figures}>
      <div className={styles.figure}>
        <b className="tabular">{run.cycleCount}</b>
        <span className={styles.muted}>{t('home.cycles')}</span>
      </div>
      <div className={styles.figure}>
        <b className="tabular">{run.cycleTimeSeconds === null ? '–' : formatDuration(run.cycleTimeSeconds)}</b>
        <span className={styles.muted}>{t('home.cycleTime')}</span>
      </div>
      <div className={styles.figure}>
        <b className={isOn ? 'tabular' : styles.outcome}>
          {isOn ? formatDuration(elapsed) : t(`runStatus.${run.status}`)}
        </b>
        <span className={styles.muted}>
          {isOn ? (run.currentStepPath ? t('home.step', { path: run.currentStepPath }) : t('home.running')) : ''}
        </span>
      </div>
    </div>
  );
}
