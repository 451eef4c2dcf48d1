import type { ExternalControlState, LineConnection } from '@cellwright/domain/robot';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import styles from '../ControlPanel.module.css';

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
    <Table.ScrollContainer minWidth={720}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {(['kind', 'peer', 'interval', 'timeout', ...counters] as const).map((column) => (
              <Table.Th key={column}>{t(column)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connections.map((connection) => (
            <Table.Tr key={connection.id}>
              <Table.Td>{t(`kinds.${connection.kind}`)}</Table.Td>
              <Table.Td>{connection.peer}</Table.Td>
              <Table.Td>{connection.intervalMS}</Table.Td>
              <Table.Td>{connection.timeoutMS}</Table.Td>
              {counters.map((counter) => (
                <Table.Td key={counter}>{connection[counter]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
