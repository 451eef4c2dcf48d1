import { isBlockingProblem, type Routine } from '@cellwright/domain/routine';
import { findResumePlace } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/desk.ts';
import { useResume, useResumePlaces } from '../../../api/use-resume.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { ContinueButton } from '../../../connected/run-strip/ContinueButton.tsx';
import { contractText } from '../../../i18n/contract-text.ts';
import { ResumeCard } from '../../../parts/resume/ResumeCard.tsx';
import { findEntry, indexSteps } from '../../../parts/step-index.ts';
import { tourMark } from '../../../parts/tour-mark.ts';
import { WaitNotice } from '../../../parts/WaitNotice.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { DebugBar } from '../debug/DebugBar.tsx';
import { playsInRounds } from '../document/plays-in-rounds.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { sentenceOf } from '../tree/use-sentence.ts';
import { CycleTime } from './CycleTime.tsx';
import { FailureCard } from './FailureCard.tsx';
import { PlayButtons } from './PlayButtons.tsx';
import { ProfileChoice } from './ProfileChoice.tsx';
import { useRunCommands } from './use-run-commands.ts';

/** State of the routine's run, and what prevents playing. Its buttons are in the strip below. */
export function RunBar({ onStep, onProblems, onDebug }: Record<'onStep' | 'onProblems' | 'onDebug', () => void>) {
  const { t } = useTranslation();
  const { problems, isChecked } = useEditor();
  const commands = useRunCommands();
  const waitingFor = useRobot(({ state }) => state?.run?.waitingFor ?? null);
  const blocking = problems.filter(isBlockingProblem).length;
  const warnings = problems.length - blocking;
  const Icon = blocking > 0 ? IconAlertTriangle : IconCheck;
  const { question } = commands;
  const asked = question && contractText(question.text);
  return (
    <footer className={styles.runArea}>
      <FailureCard onShow={onStep} />
      <WaitNotice waitingFor={waitingFor} />
      <Unfinished />
      {question && (
        <div className={styles.question} role="alertdialog" aria-label={asked}>
          <span>{asked}</span>
          <Button size="md" variant="default" onClick={question.cancel}>
            {t('control.cancel')}
          </Button>
        </div>
      )}
      <div className={styles.runBar} data-testid="run-bar">
        <Progress />
        <CycleTime />
        <ProfileChoice />
        <Button
          {...tourMark('problemCount')}
          size="md"
          variant="subtle"
          c={blocking > 0 ? 'var(--danger)' : 'var(--text-muted)'}
          leftSection={isChecked && <Icon size={iconSizes.sm} aria-hidden />}
          onClick={onProblems}
          data-testid="problem-count"
        >
          {isChecked ? t('editor.problems', { count: blocking }) : t('editor.checking')}
          {isChecked && warnings > 0 && ` · ${t('editor.warnings', { count: warnings })}`}
        </Button>
      </div>
      {/* Fixed place directly above the strip: it starts the arm, too. */}
      <DebugBar onDebug={onDebug} />
      <PlayButtons commands={commands} isBlocked={blocking > 0} />
    </footer>
  );
}

/** Newest unfinished run of this routine. */
function Unfinished() {
  const { session, selection } = useEditor();
  const place = findResumePlace(useResumePlaces(), session.routine.id);
  const { focusID: stepID } = selection;
  const path = selection.rows.find(({ step }) => step !== undefined && step.id === stepID)?.path;
  const chosen = stepID !== undefined && path !== undefined ? { stepID, path } : undefined;
  const { resume, problem } = useResume(place);
  const isRunning = useRobot(({ state }) => state?.kind === 'RoutineRunning');
  if (!place || isRunning) return null;
  if (!resume) return <ContinueButton place={place} isReady={false} isWaiting={problem === undefined} />;
  return (
    <ResumeCard
      key={place.run.id}
      {...resume}
      chosen={chosen}
      renderStart={(start) => <ContinueButton {...start} place={place} />}
    />
  );
}

/** Current step, and the number of completed cycles. */
function Progress() {
  const { t } = useTranslation();
  const { t: desk } = useTranslation('desk');
  const editor = useEditor();
  const { routine, save } = editor.session;
  const { run, placeID, placePath, played, isMine, count } = useRobot(({ state }) => ({
    run: state?.run,
    // A halted run is before or after a step that does not play.
    placeID: (state?.debug.pausedAt ?? { stepID: state?.run?.currentStepID }).stepID,
    placePath: (state?.debug.pausedAt ?? { stepPath: state?.run?.currentStepPath }).stepPath,
    played: state?.routine?.version,
    count: state?.routine?.stepCount ?? 0,
    isMine: state?.routine?.id === routine.id,
  }));
  if (!run || !isMine) return <div className={styles.progress} />;
  const step = findEntry(routine, placeID ?? '')?.step;
  const isOn = run.status === 'running' || run.status === 'paused';
  const text =
    isOn && step
      ? t('editor.stepOf', { path: placePath ?? '', count, sentence: sentenceOf(editor, step) })
      : t(`runStatus.${run.status}`);
  return (
    <div className={styles.progress} data-testid="progress">
      <span className={styles.stepText} title={text}>
        {text}
      </span>
      {isOn && played !== undefined && played !== save.version && (
        <span className={styles.muted} data-testid="played-version">
          {desk('playsVersion', { version: played })}
        </span>
      )}
      {hasCycles(routine) && (
        <span className={`tabular ${styles.muted}`}>{t('editor.cyclesDone', { count: run.cycleCount })}</span>
      )}
    </div>
  );
}

/** True if the routine has a loop. Without one it is played once, and there are no cycles to count. */
function hasCycles({ steps }: Routine): boolean {
  return [...indexSteps(steps).values()].some(({ step }) => playsInRounds(step.stepKind));
}
