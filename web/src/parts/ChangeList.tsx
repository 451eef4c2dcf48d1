import type { describeChanges } from '@cellwright/calls';
import type * as z from 'zod';
import styles from './ChangeList.module.css';

type Changes = z.output<typeof describeChanges.output>['changes'];

/** Difference between two versions of a routine, in words. */
export function ChangeList({ changes }: { readonly changes: Changes }) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, stepID, text }) => (
        // Changes of two steps can have the same words.
        <li key={`${kind} ${stepID} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}
