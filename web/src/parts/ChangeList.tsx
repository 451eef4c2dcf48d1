import type { describeChanges } from '@cellwright/calls';
import type * as z from 'zod';
import styles from './ChangeList.module.css';

type Changes = z.output<typeof describeChanges.output>['changes'];

/** Lists the differences between two versions of a routine. */
export function ChangeList({ changes }: { readonly changes: Changes }) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, stepID, text }) => (
        // Changes of two steps can have the same text.
        <li key={`${kind} ${stepID} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}
