import '../../i18n/runs.ts';
import { type RunStatus, runStatusSchema } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listRoutineNames } from '../../api/routines.ts';
import { IdSelect } from '../../ui/IdSelect.tsx';
import { Page } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { RunTable } from './RunTable.tsx';

const shownResults = ['completed', 'stopped', 'failed', 'interrupted'] as const satisfies readonly RunStatus[];

/** Runs of this robot by routine and result, newest first. */
export default function RunsScreen() {
  const { t } = useTranslation();
  const [result, setResult] = useState<string>('all');
  const [routineID, setRoutineID] = useState('');
  const { data: routines = [] } = useQuery({
    queryKey: ['routines', 'names'],
    queryFn: ({ signal }) => listRoutineNames(signal),
  });
  const status = runStatusSchema.safeParse(result).data;
  const filters = (
    <>
      <IdSelect
        aria-label={t('runs.routine')}
        choices={routines}
        none={t('runs.allRoutines')}
        value={routineID}
        onChange={setRoutineID}
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
    </>
  );
  return (
    <Page title={t('runs.title')} actions={filters}>
      <RunTable status={status} routineID={routineID === '' ? undefined : routineID} />
    </Page>
  );
}
