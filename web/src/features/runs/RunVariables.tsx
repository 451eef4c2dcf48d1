import { getReplayMoment } from '@cellwright/calls';
import type { RobotSessionState, Run } from '@cellwright/domain/run';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useRobot } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { valueText } from '../../ui/value-text.ts';
import styles from './Runs.module.css';
import { readDuration } from './read-duration.ts';

type Variables = RobotSessionState['variables'];

/** Reads the variables at the end of a run: that instant of its recording alone. */
async function readEndValues(run: Run, signal: AbortSignal): Promise<Variables> {
  const moment = await cell.call(getReplayMoment, { id: run.id, seconds: readDuration(run) }, { signal });
  return moment.state.variables;
}

/** Variables of a run: from the robot while this is its newest run, else those at the end of its recording. */
export function RunVariables({ run }: { readonly run: Run }) {
  const { t } = useTranslation();
  const live = useRobot(({ state }) => (state?.run?.id === run.id ? state.variables : undefined));
  const recorded = useQuery({
    queryKey: ['variables at the end', run.id],
    queryFn: ({ signal }) => readEndValues(run, signal),
    enabled: live === undefined && run.endedAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const variables = live ?? recorded.data;
  const shown = Object.entries(variables ?? {});
  const missing = recorded.isFetching ? 'runs.variablesLoading' : 'runs.variablesGone';
  return (
    <Section title={t('runs.variables')}>
      {shown.length === 0 ? (
        <span className={styles.muted}>{t(variables ? 'runs.noVariables' : missing)}</span>
      ) : (
        <dl className={styles.facts}>
          {shown.map(([id, { name, value }]) => (
            <div key={id} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd className="tabular">{valueText(t, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
