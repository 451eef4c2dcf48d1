import type { RobotKind } from '@cellwright/domain/robot';
import type { Run } from '@cellwright/domain/run';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findRuns } from '../../api/runs.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import '../../i18n/run-trends.ts';
import { decimalSeparator } from '../../ui/decimal-text.ts';
import { saveText } from '../../ui/save-text.ts';
import { showError, showProgress } from '../../ui/toasts.ts';
import { describeEnd, durationOf } from './describe-end.ts';
import type { RunFilter } from './RunTable.tsx';
import { type CsvValue, writeCsv } from './runs-csv.ts';

/** Maximum that the cell gives at once. */
const pageSize = 1000;

const columns = [
  'run',
  'routine',
  'version',
  'robot',
  'result',
  'started',
  'ended',
  'duration',
  'cycles',
  'cycleTime',
  'distance',
  'step',
  'why',
] as const;

/** Saves the runs of a filter as a CSV file. */
export function useExportRuns(filter: RunFilter) {
  const { t } = useTranslation(['translation', 'runTrends']);
  const robotKind = useRobotKind();
  const [isExporting, setExporting] = useState(false);
  const valuesOf = (run: Run): Readonly<Record<(typeof columns)[number], CsvValue>> => ({
    run: run.id,
    routine: run.routineName,
    version: run.routineVersion,
    robot: t(`robotKind.${run.isTwin ? 'twin' : run.robotKind}`),
    result: t(`runStatus.${run.status}`),
    started: run.startedAt,
    ended: run.endedAt,
    duration: run.endedAt === null ? null : rounded(durationOf(run, 0)),
    cycles: run.cycleCount,
    cycleTime: run.cycleTimeSeconds === null ? null : rounded(run.cycleTimeSeconds),
    distance: rounded(run.distanceMeters),
    step: run.failure?.stepPath ?? run.interruptedIn?.stepPath ?? null,
    why: describeEnd(t, run),
  });
  const save = async () => {
    setExporting(true);
    const progress = showProgress(t('runTrends:exporting'));
    try {
      const runs = await fetchAll(robotKind, filter);
      const head = columns.map((name) => t(`runTrends:columns.${name}`));
      const rows = runs.map((run) => columns.map((name) => valuesOf(run)[name]));
      const text = writeCsv([head, ...rows], { decimalSeparator: decimalSeparator() });
      saveText(`${t('runTrends:fileName')}-${new Date().toISOString().slice(0, 10)}.csv`, text, 'text/csv');
      progress.end(t('runTrends:exported', { count: runs.length }));
    } catch (error) {
      progress.end(t('runTrends:failed'));
      showError(error);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, save };
}

async function fetchAll(robotKind: RobotKind, filter: RunFilter): Promise<Run[]> {
  const runs = new Map<string, Run>();
  for (let offset = 0; ; offset += pageSize) {
    const { items, total } = await findRuns({ robotKind, ...filter, limit: pageSize, offset });
    // A run that begins meanwhile moves the others by one.
    for (const run of items) runs.set(run.id, run);
    if (items.length === 0 || offset + items.length >= total) return [...runs.values()];
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
