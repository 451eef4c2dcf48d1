import { isBlockingProblem } from '@cellwright/domain/routine';
import { findResumePlace } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useResume, useResumePlaces } from '../../../api/use-resume.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { ContinueButton } from '../../../connected/run-strip/ContinueButton.tsx';
import { translateMessage } from '../../../i18n/cell-words.ts';
import { ResumeCard } from '../../../parts/resume/ResumeCard.tsx';
import { tourMark } from '../../../parts/tour-mark.ts';
import { WaitNotice } from '../../../parts/WaitNotice.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { DebugBar } from '../debug/DebugBar.tsx';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { CycleTime } from './CycleTime.tsx';
import { FailureCard } from './FailureCard.tsx';
import { PlayButtons } from './PlayButtons.tsx';
import { ProfileChoice } from './ProfileChoice.tsx';
import { Progress } from './Progress.tsx';
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
  const asked = question && translateMessage(question.text);
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
