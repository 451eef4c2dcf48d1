import type { Routine } from '@cellwright/domain/routine';
import { useTranslation } from 'react-i18next';
import '../../../i18n/desk.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { findEntry, indexSteps } from '../../../parts/step-index.ts';
import { playsInRounds } from '../document/plays-in-rounds.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { sentenceOf } from '../tree/use-sentence.ts';

/** Current step, and the number of completed cycles. */
export function Progress() {
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
