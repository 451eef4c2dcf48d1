import '../../i18n/run-trends.ts';
import '../../i18n/runs.ts';
import { type RunStatus, runStatusSchema } from '@cellwright/domain/run';
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoutineNames } from '../../api/routines.ts';
import { IdSelect } from '../../ui/IdSelect.tsx';
import { Page } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { type RunFilter, RunTable } from './RunTable.tsx';
import { RunTrends } from './RunTrends.tsx';
import { type RangeName, rangeNames, startOfRange } from './run-trends.ts';
import { useExportRuns } from './use-export-runs.ts';

const shownResults = ['completed', 'stopped', 'failed', 'interrupted'] as const satisfies readonly RunStatus[];

/** Runs of this robot by routine, result and time range, newest first, with their trends. */
export default function RunsScreen() {
  const { t } = useTranslation(['translation', 'runTrends']);
  const [result, setResult] = useState<string>('all');
  const [routineID, setRoutineID] = useState('');
  const { data: routines = [] } = useRoutineNames();
  const range = useRange();
  const filter: RunFilter = {
    status: runStatusSchema.safeParse(result).data,
    routineID: routineID === '' ? undefined : routineID,
    startedAfter: range.startedAfter,
  };
  const filters = (
    <>
      <IdSelect
        aria-label={t('runs.routine')}
        choices={routines}
        none={t('runs.allRoutines')}
        value={routineID}
        onChange={setRoutineID}
      />
      <NativeSelect
        size="md"
        aria-label={t('runTrends:range')}
        data={rangeNames.map((value) => ({ value, label: t(`runTrends:ranges.${value}`) }))}
        value={range.name}
        onChange={({ currentTarget: { value } }) => range.choose(value)}
      />
      <Segments<string>
        label={t('runs.result')}
        value={result}
        onChange={setResult}
        choices={[
          { value: 'all', label: t('runs.all') },
          ...shownResults.map((value) => ({ value, label: t(`runStatus.${value}`) })),
        ]}
      />
      <ExportButton filter={filter} />
    </>
  );
  return (
    <Page title={t('runs.title')} actions={filters}>
      <RunTrends routineID={filter.routineID} startedAfter={filter.startedAfter} />
      <RunTable {...filter} />
    </Page>
  );
}

function ExportButton({ filter }: { readonly filter: RunFilter }) {
  const { t } = useTranslation('runTrends');
  const { isExporting, save } = useExportRuns(filter);
  return (
    <Button
      size="md"
      variant="default"
      loading={isExporting}
      leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  );
}

/** A range of time that ends now. Its beginning is kept, so that it does not move with each rendering. */
function useRange() {
  const [range, setRange] = useState<{ readonly name: RangeName; readonly startedAfter: string | undefined }>({
    name: 'all',
    startedAfter: undefined,
  });
  const choose = (value: string) => {
    const name = rangeNames.find((each) => each === value) ?? 'all';
    const startMS = startOfRange(name, Date.now());
    setRange({ name, startedAfter: startMS === undefined ? undefined : new Date(startMS).toISOString() });
  };
  return { ...range, choose };
}
