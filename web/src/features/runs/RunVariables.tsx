import { useTranslation } from 'react-i18next';
import { useRobot } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { valueText } from '../../ui/value-text.ts';
import styles from './Runs.module.css';

/** Variables of a run, from the robot while this is its newest run. */
export function RunVariables({ runID }: { readonly runID: string }) {
  const { t } = useTranslation();
  const variables = useRobot(({ state }) => (state?.run?.id === runID ? state.variables : undefined));
  const shown = Object.entries(variables ?? {});
  return (
    <Section title={t('runs.variables')}>
      {shown.length === 0 ? (
        <span className={styles.muted}>{t(variables ? 'runs.noVariables' : 'runs.variablesGone')}</span>
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
