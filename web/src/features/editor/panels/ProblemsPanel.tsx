import { describeProblem, isBlockingProblem, type Problem, type Routine } from '@cellwright/domain/routine';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { findEntry } from '../../../parts/step-index.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { nameField } from './name-field.ts';
import { ProofPart } from './ProofPart.tsx';
import { TestsPart } from './TestsPart.tsx';

/** Dry run, tests and problems of the routine; a tap selects the step. */
export function ProblemsPanel({ onOpen }: { onOpen(): void }) {
  return (
    <>
      <ProofPart onOpen={onOpen} />
      <TestsPart onOpen={onOpen} />
      <ProblemList onOpen={onOpen} />
    </>
  );
}

function ProblemList({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation();
  const { problems, isChecked, selection, session } = useEditor();
  if (!isChecked) return <p className={styles.hint}>{t('editor.checking')}</p>;
  if (problems.length === 0) {
    return <EmptyState Icon={IconCheck} title={t('editor.noProblems')} text={t('editor.noProblemsHelp')} />;
  }
  return (
    <ul className={styles.plainList}>
      {problems.map((problem) => {
        const isBlocking = isBlockingProblem(problem);
        const Icon = isBlocking ? IconAlertTriangle : IconInfoCircle;
        return (
          <li key={`${problem.stepID} ${problem.fieldId} ${problem.message}`}>
            <button
              type="button"
              className={styles.listButton}
              data-severity={isBlocking ? 'error' : 'warning'}
              onClick={() => {
                if (problem.stepID !== undefined) selection.reveal(problem.stepID);
                onOpen();
              }}
            >
              <Icon size={iconSizes.sm} aria-label={t(`editor.proof.severity.${isBlocking ? 'error' : 'warning'}`)} />
              <span className={styles.findingText}>
                {describeProblem(nameProblem(session.routine, problem), (path) => t('editor.problemStep', { path }))}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the problem with the label of its field; fields outside the form are left out. */
function nameProblem(routine: Routine, problem: Problem): Problem {
  const { stepID, fieldId } = problem;
  const step = stepID === undefined ? undefined : findEntry(routine, stepID)?.step;
  if (!step || fieldId === undefined) return problem;
  return { ...problem, fieldId: nameField(step.stepKind, fieldId) };
}
