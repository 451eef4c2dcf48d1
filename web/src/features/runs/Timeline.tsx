import type { Run } from '@cellwright/domain/run';
import { Skeleton } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCellEnvironment } from '../../api/use-cell-environment.ts';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './Runs.module.css';
import { TimelineLine } from './TimelineLine.tsx';
import { toTimeline } from './timeline.ts';
import { type JournalPart, useJournal } from './use-journal.ts';
import { useStepSentence } from './use-step-sentence.ts';

const rowHeight = 48;
/** The next page is requested this many rows before the last one. */
const askAhead = 50;

/** Events of a run, row by row; only visible rows are rendered, and a long journal loads page by page. */
export function Timeline({ run }: { readonly run: Run }) {
  const { t } = useTranslation();
  const [part, setPart] = useState<JournalPart>(run.status === 'completed' ? 'start' : 'end');
  const { entries, error, refetch, hasMore, loadMore } = useJournal(run, part);
  const sentenceOf = useStepSentence(run);
  const { equipment } = useCellEnvironment();
  const nameOfDevice = (equipmentID: string) => equipment?.find(({ id }) => id === equipmentID)?.name;
  const rows = entries && toTimeline(entries, run.startedAt);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const lines = virtual.getVirtualItems();
  const lastShown = lines.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows && hasMore && lastShown >= rows.length - askAhead) loadMore();
  }, [rows, hasMore, lastShown, loadMore]);
  const count = rows?.length ?? 0;
  const placed = useRef<JournalPart>(undefined);
  useEffect(() => {
    // Only once: a reader who scrolled to an earlier row stays there while the run continues.
    if (count === 0 || placed.current === part) return;
    placed.current = part;
    if (part === 'end') virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [count, part, virtual]);
  return (
    <div className={styles.timeline}>
      <div className={styles.timelineHead}>
        <h2>{t('runs.timeline')}</h2>
        <Segments<JournalPart>
          label={t('runs.fromWhere')}
          value={part}
          onChange={setPart}
          choices={[
            { value: 'start', label: t('runs.fromStart') },
            { value: 'end', label: t('runs.fromEnd') },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keyboard, too */}
      <section ref={scroller} className={styles.rows} tabIndex={0} aria-label={t('runs.timeline')}>
        {error && <ErrorState title={t('runs.journalFailed')} reason={error.message} onRetry={refetch} />}
        {!error && !rows && <Skeleton h="100%" radius={0} />}
        {rows?.length === 0 && (
          <EmptyState Icon={IconListDetails} title={t('runs.noEntries')} text={t('runs.noEntriesHelp')} />
        )}
        <div style={{ height: virtual.getTotalSize() }}>
          {lines.map(({ index, start, key }) => {
            const row = rows?.[index];
            return (
              row && (
                <TimelineLine
                  key={key}
                  row={row}
                  isOn={run.endedAt === null}
                  sentence={sentenceOf(row.stepID, row.stepKind)}
                  nameOfDevice={nameOfDevice}
                  style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                />
              )
            );
          })}
        </div>
      </section>
    </div>
  );
}
