import type { ExternalControlState, LineConnection } from '@cellwright/domain/robot';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';

const counters = ['received', 'sent', 'lost', 'outOfOrder', 'malformed'] as const;

/** The connections of scanners: the owner, counters of packets, and the last command. */
export function ConnectionsPart({ state }: { readonly state: ExternalControlState | null }) {
  const { t } = useTranslation('externalControl');
  const connections = state?.connections ?? [];
  const hasOwner = connections.some(({ kind }) => kind === 'exclusiveOwner');
  const { lastCommand } = state ?? {};
  return (
    <Section title={t('connections')}>
      {connections.length === 0 && <p className={styles.muted}>{t('noConnections')}</p>}
      {connections.length > 0 && <ConnectionTable connections={connections} />}
      {hasOwner && !state?.isRun && <p className={styles.muted}>{t('idle')}</p>}
      {state && <p className={styles.muted}>{t('lossCount', { count: state.lossCount })}</p>}
      {lastCommand && (
        <p className={styles.muted}>
          {t('lastCommand', { name: lastCommand.name, result: t(`results.${lastCommand.result}`) })}
          {lastCommand.message === '' ? '' : `: ${lastCommand.message}`}
        </p>
      )}
    </Section>
  );
}

function ConnectionTable({ connections }: { readonly connections: readonly LineConnection[] }) {
  const { t } = useTranslation('externalControl');
  return (
    <FactTable
      minWidth={720}
      headings={[t('kind'), t('peer'), t('interval'), t('timeout'), ...counters.map((counter) => t(counter))]}
      rows={connections.map((connection) => ({
        id: String(connection.id),
        cells: [
          t(`kinds.${connection.kind}`),
          connection.peer,
          connection.intervalMS,
          connection.timeoutMS,
          ...counters.map((counter) => connection[counter]),
        ],
      }))}
    />
  );
}
