import { IconInfoCircle } from '@tabler/icons-react';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Forms.module.css';
import type { FieldProblem } from './field-props.ts';

interface Props {
  readonly problems: readonly FieldProblem[];
  readonly fieldId: string;
  /** True to show the warnings at the parts of the field, too. */
  readonly withParts?: boolean;
}

/** Warnings at a field. They look different from errors: nothing keeps the document from being used. */
export function FieldWarnings({ problems, fieldId, withParts = false }: Props) {
  const messages = problems
    .filter(({ isWarning }) => isWarning === true)
    .filter((problem) => problem.fieldId === fieldId || (withParts && problem.fieldId?.startsWith(`${fieldId}.`)))
    .map(({ message }) => message);
  return [...new Set(messages)].map((message) => (
    <p key={message} className={styles.warning} data-testid="field-warning">
      <IconInfoCircle size={iconSizes.sm} aria-hidden />
      <span>{message}</span>
    </p>
  ));
}
