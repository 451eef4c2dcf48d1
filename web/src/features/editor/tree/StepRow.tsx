import { isBlockingProblem, type Problem } from '@cellwright/domain/routine';
import type { ProofFinding } from '@cellwright/domain/run';
import { useDraggable } from '@dnd-kit/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconEyeOff,
  IconInfoCircle,
  IconRoute,
} from '@tabler/icons-react';
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '../../../i18n/cell-words.ts';
import '../../../i18n/desk.ts';
import { kindLabel } from '../../../parts/kind-label.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { CommentBadge } from '../comments/CommentBadge.tsx';
import { BreakpointButton } from '../debug/BreakpointButton.tsx';
import { useStepMarks } from '../debug/use-debugger.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { indentWidth } from './indent.ts';
import { StepIcon } from './StepIcon.tsx';
import type { TreeRow } from './tree-rows.ts';
import { useSentence } from './use-sentence.ts';

interface Props {
  readonly row: TreeRow;
  readonly top: number;
  readonly isActive: boolean;
  /** True if the run failed in this step. */
  readonly isFailed: boolean;
  readonly isTabStop: boolean;
  onSelect(): void;
  onOpenLibrary(): void;
}

/** Step as a sentence, or a placeholder for an empty block. Scrolling renders only the rows that become visible. */
export const StepRow = memo(function StepRow(props: Props) {
  const { row, top } = props;
  const { t } = useTranslation();
  const { t: desk } = useTranslation('desk');
  const kinds = row.optionalKinds?.map((kind) => kindLabel(kind)).join(', ');
  if (row.step) return <FilledRow {...props} step={row.step} />;
  return (
    <div
      className={styles.emptyRow}
      style={{ top, paddingLeft: row.depth * indentWidth }}
      role="treeitem"
      aria-level={row.depth}
      aria-selected={false}
      tabIndex={-1}
    >
      <button type="button" className={styles.emptyInside} onClick={props.onOpenLibrary}>
        {kinds ? desk('optionalInside', { kinds }) : t('editor.emptyInside')}
      </button>
    </div>
  );
});

function FilledRow({
  row,
  step,
  top,
  isActive,
  isFailed,
  isTabStop,
  onSelect,
}: Props & { step: NonNullable<TreeRow['step']> }) {
  const { t } = useTranslation();
  const { t: desk } = useTranslation('desk');
  const { selection, problemsByStep, proof, mayEdit } = useEditor();
  const element = useRef<HTMLDivElement>(null);
  const sentence = useSentence(step);
  const isSelected = selection.ids.has(step.id);
  const hasFocus = selection.focusID === step.id;
  const problems = problemsByStep.get(step.id);
  const { breakpoint, isSkipped } = useStepMarks(step.id);
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: step.id,
    data: { stepID: step.id, label: sentence },
    disabled: !mayEdit,
  });
  useEffect(() => {
    // The roving focus follows the selection, but takes no focus from a field.
    if (hasFocus && element.current?.parentElement?.contains(document.activeElement)) element.current.focus();
  }, [hasFocus]);
  const onClick = (event: MouseEvent) => {
    selection.select(step.id, event.shiftKey ? 'through' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
    element.current?.focus();
    onSelect();
  };
  const Fold = row.isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys
    <div
      ref={(node) => {
        setNodeRef(node);
        element.current = node;
      }}
      role="treeitem"
      aria-level={row.depth}
      aria-selected={isSelected}
      aria-expanded={row.isCollapsed === undefined ? undefined : !row.isCollapsed}
      aria-current={isActive ? 'step' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.row}
      style={{ top, paddingLeft: (row.depth - 1) * indentWidth }}
      data-selected={isSelected}
      data-active={isActive}
      data-failed={isFailed}
      data-off={row.isOff || isSkipped}
      data-dragging={isDragging}
      data-testid={`step-${step.stepKind}`}
      data-step={step.id}
      onClick={onClick}
      {...listeners}
    >
      <BreakpointButton stepID={step.id} path={row.path} breakpoint={breakpoint} />
      {row.isCollapsed === undefined ? (
        <span className={styles.fold} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.fold}
          aria-label={t(row.isCollapsed ? 'editor.unfold' : 'editor.fold')}
          onClick={(event) => {
            event.stopPropagation();
            selection.setCollapsed(step.id, !row.isCollapsed);
          }}
        >
          <Fold size={iconSizes.sm} aria-hidden />
        </button>
      )}
      <span className={styles.path}>{row.path}</span>
      <StepIcon stepKind={step.stepKind} />
      <span className={styles.sentence}>{sentence}</span>
      <CommentBadge stepID={step.id} />
      {step.isDisabled && <IconEyeOff size={iconSizes.sm} aria-label={t('editor.isDisabled')} />}
      {isFailed && <IconAlertTriangle size={iconSizes.sm} color="var(--danger)" aria-label={desk('failedHere')} />}
      <ProblemBadge problem={problems?.[0]} />
      {!proof.isOld && <ProofBadge finding={proof.worstByStep.get(step.id)} />}
    </div>
  );
}

/** Worst problem of a step. A warning looks different from an error that prevents playing. */
function ProblemBadge({ problem }: { readonly problem: Problem | undefined }) {
  if (!problem) return null;
  const isBlocking = isBlockingProblem(problem);
  const Icon = isBlocking ? IconAlertTriangle : IconInfoCircle;
  return (
    <Icon
      size={iconSizes.sm}
      color={isBlocking ? 'var(--danger)' : 'var(--caution)'}
      aria-label={problem.message}
      data-blocking={isBlocking}
      data-testid="problem-badge"
    />
  );
}

const badgeColors = { error: 'var(--danger)', warning: 'var(--caution)', note: 'var(--text-muted)' } as const;

/** Worst dry-run finding of a step. */
function ProofBadge({ finding }: { readonly finding: ProofFinding | undefined }) {
  if (!finding) return null;
  const { severity } = finding;
  return (
    <IconRoute
      size={iconSizes.sm}
      color={badgeColors[severity]}
      aria-label={translateMessage(finding)}
      data-severity={severity}
      data-testid="proof-badge"
    />
  );
}
