import type { Routine } from '@cellwright/domain/routine';
import { resolveSpaceItems } from '@cellwright/domain/space';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { describeMaker } from '../../../parts/describe-maker.ts';
import { describeStep } from '../../../parts/step-sentence.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { useEditor } from '../editor-context.ts';
import {
  type Comparison,
  foldUnchanged,
  type PlacedStep,
  type RowKind,
  type ShownRow,
  type VersionChange,
} from './compare-versions.ts';
import styles from './Versions.module.css';

/** Rows of a comparison that are shown at most. */
const maxRows = 500;

interface Props {
  readonly comparison: Comparison;
  readonly before: Routine;
  readonly after: Routine;
}

/** The differences as a table: the older version left, the newer one right. */
export function ComparisonTable({ comparison, before, after }: Props) {
  const { t } = useTranslation('versions');
  const { head, items, steps } = comparison;
  const sentence = { before: useSentences(before), after: useSentences(after) };
  const rows = useMemo(() => foldUnchanged(steps), [steps]);
  const shown = rows.slice(0, maxRows);
  return (
    <>
      {head.length > 0 && (
        <SideTable title={t('routine')}>
          <SideRow kind="changed" before={before.name} after={after.name} changes={head} />
        </SideTable>
      )}
      {items.length > 0 && (
        <SideTable title={t('items')}>
          {items.map(({ key, ...row }) => (
            <SideRow key={key} {...row} />
          ))}
        </SideTable>
      )}
      <SideTable title={t('steps')}>
        {shown.map((row) => (
          <ComparedStep key={row.key} row={row} sentence={sentence} />
        ))}
      </SideTable>
      {rows.length > shown.length && <p>{t('more', { count: rows.length - shown.length })}</p>}
    </>
  );
}

type Sentence = (placed: PlacedStep) => string;

function ComparedStep({ row, sentence }: { row: ShownRow; sentence: { before: Sentence; after: Sentence } }) {
  const { t } = useTranslation('versions');
  if ('unchangedCount' in row) {
    return (
      <tr className={styles.fold}>
        <td colSpan={2}>{t('unchanged', { count: row.unchangedCount })}</td>
      </tr>
    );
  }
  return (
    <SideRow
      kind={row.kind}
      before={row.before && <StepText placed={row.before} text={sentence.before(row.before)} />}
      after={row.after && <StepText placed={row.after} text={sentence.after(row.after)} />}
      changes={row.changes}
    />
  );
}

function StepText({ placed, text }: { readonly placed: PlacedStep; readonly text: string }) {
  return (
    <span style={{ paddingInlineStart: (placed.depth - 1) * 12 }}>
      <span className={styles.path}>{placed.path}</span>
      {text}
    </span>
  );
}

/** Returns the sentences of a version's steps, with the names that its items had. */
function useSentences(routine: Routine): Sentence {
  const { cell } = useEditor();
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const spaceItems = resolveSpaceItems([...routine.space, ...cell.spaceItems]);
    return ({ step }) => describeStep({ routine, spaceItems, cell }, step, language);
  }, [routine, cell, language]);
}

function SideTable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('versions');
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">
            {title}: {t('older')}
          </th>
          <th scope="col">{t('newer')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface SideRowProps {
  readonly kind: RowKind;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly changes: readonly VersionChange[];
}

function SideRow({ kind, before, after, changes }: SideRowProps) {
  const isRemoved = kind === 'removed';
  const notes = <Notes kind={kind} changes={changes} />;
  return (
    <tr className={styles.row} data-kind={kind}>
      <td>
        {before}
        {isRemoved && notes}
      </td>
      <td>
        {after}
        {!isRemoved && notes}
      </td>
    </tr>
  );
}

/** The kind of a difference, its words, and the save that made it. */
function Notes({ kind, changes }: { readonly kind: RowKind; readonly changes: readonly VersionChange[] }) {
  const { t, i18n } = useTranslation('versions');
  const { t: say } = useTranslation();
  if (kind === 'same') return null;
  const saved = changes.find(({ savedIn }) => savedIn)?.savedIn;
  const moment = saved && formatMoment(saved.savedAt, i18n.language);
  const name = saved && describeMaker(say, saved.savedByName);
  return (
    <ul className={styles.changes}>
      <li>
        <span className={styles.mark}>{t(`marks.${kind}`)}</span>
        {saved && <span className={styles.saved}>{t('savedBy', { name, version: saved.version, moment })}</span>}
      </li>
      {(kind === 'changed' || kind === 'moved') &&
        changes.map((change) => <li key={`${change.kind} ${change.text}`}>{change.text}</li>)}
    </ul>
  );
}
