import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './Box.module.css';
import { portsOfPair } from './port-uses.ts';

/** What the safety inputs and outputs mean, to read. */
export function SafetyPart() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['safetySettings'],
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  if (error)
    return <ErrorState title={t('box.settingsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  const inputs = data.inputSafeguardRules.map(({ pair, kind }) => ({ pair, meaning: t(`box.inputRule.${kind}`) }));
  const outputs = data.outputSafeguardRules.map(({ pair, kind }) => ({ pair, meaning: t(`box.outputRule.${kind}`) }));
  return (
    <>
      <p className={styles.muted}>{t('box.safetyReadOnly')}</p>
      <div className={styles.two}>
        <Rules title={t('box.inputs')} rules={inputs} />
        <Rules title={t('box.outputs')} rules={outputs} />
      </div>
    </>
  );
}

function Rules(props: { title: string; rules: readonly { readonly pair: number; readonly meaning: string }[] }) {
  const { t } = useTranslation();
  if (props.rules.length === 0) {
    return (
      <Section title={props.title}>
        <p className={styles.muted}>{t('box.noRules')}</p>
      </Section>
    );
  }
  return (
    <Section title={props.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('box.pair')}</th>
            <th scope="col">{t('box.rule')}</th>
          </tr>
        </thead>
        <tbody>
          {props.rules.map(({ pair, meaning }) => (
            <tr key={pair}>
              <td>{portsOfPair(pair).join(', ')}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
