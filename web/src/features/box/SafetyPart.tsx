import { portsOfPair } from '@cellwright/domain/robot';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useRobot } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './Box.module.css';
import { compareRules, type RuleRow } from './compare-rules.ts';
import { SafetyInForce } from './SafetyInForce.tsx';

/**
 * Meaning of the safety inputs and outputs, read-only: the rules in force, and stored changes that are not in force
 * yet.
 */
export function SafetyPart() {
  const { t } = useTranslation();
  const inForce = useRobot(({ state }) => state?.safetyRules.inForce ?? undefined);
  const { data, error, refetch } = useQuery({
    queryKey: ['safetySettings'],
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  if (error)
    return <ErrorState title={t('box.settingsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  const inputs = compareRules(data.inputSafeguardRules, inForce?.inputSafeguardRules);
  const outputs = compareRules(data.outputSafeguardRules, inForce?.outputSafeguardRules);
  return (
    <>
      <SafetyInForce />
      <p className={styles.muted}>{t('box.safetyReadOnly')}</p>
      <div className={styles.two}>
        <Rules title={t('box.inputs')} rows={inputs} nameOf={(kind) => t(`box.inputRule.${kind}`)} />
        <Rules title={t('box.outputs')} rows={outputs} nameOf={(kind) => t(`box.outputRule.${kind}`)} />
      </div>
    </>
  );
}

interface RulesProps<Kind extends string> {
  readonly title: string;
  readonly rows: readonly RuleRow<Kind>[];
  nameOf(kind: Kind | 'none'): string;
}

function Rules<Kind extends string>({ title, rows, nameOf }: RulesProps<Kind>) {
  const { t } = useTranslation();
  if (rows.length === 0) {
    return (
      <Section title={title}>
        <p className={styles.muted}>{t('box.noRules')}</p>
      </Section>
    );
  }
  return (
    <Section title={title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('box.pair')}</th>
            <th scope="col">{t('box.rule')}</th>
            <th scope="col">{t('box.notYet')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ pair, inForce, stored }) => (
            <tr key={pair} data-testid={`safety-pair-${pair}`}>
              <td>{portsOfPair(pair).join(', ')}</td>
              <td>{inForce === undefined ? '–' : nameOf(inForce)}</td>
              <td>{inForce === stored ? '' : <StatusChip tone="notice" word={nameOf(stored)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
