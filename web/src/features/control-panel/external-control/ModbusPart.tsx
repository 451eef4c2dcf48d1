import type { ExternalControlView } from '@cellwright/calls';
import type { ModbusConnection, ModbusState } from '@cellwright/domain/robot';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';
import { showBits, showName } from './show-values.tsx';

type Modbus = ExternalControlView['modbus'];

/** Connections of the Modbus server, and every register by name with its value. */
export function ModbusPart({ modbus: { state, registers } }: { readonly modbus: Modbus }) {
  const { t } = useTranslation('externalControl');
  return (
    <>
      <Section title={t('modbusConnections')}>
        {!state?.connections.length && <p className={styles.muted}>{t('noClients')}</p>}
        {state && state.connections.length > 0 && <ClientTable connections={state.connections} />}
        {state && <Counters state={state} />}
      </Section>
      <Section title={t('registers')}>
        <RegisterTable registers={registers} />
      </Section>
    </>
  );
}

function Counters({ state: { lossCount, rejected, malformed } }: { readonly state: ModbusState }) {
  const { t } = useTranslation('externalControl');
  return (
    <p className={styles.muted}>
      {t('lossCount', { count: lossCount })}. {t('rejected', { count: rejected })}.{' '}
      {t('noModbus', { count: malformed })}.
    </p>
  );
}

function ClientTable({ connections }: { readonly connections: readonly ModbusConnection[] }) {
  const { t } = useTranslation('externalControl');
  return (
    <FactTable
      headings={[t('kind'), t('client'), t('requests'), t('refusedCount'), t('idleFor')]}
      rows={connections.map(({ id, peer, isOwner, requests, refused, idleMS }) => ({
        id: String(id),
        cells: [t(isOwner ? 'kinds.exclusiveOwner' : 'reader'), peer, requests, refused, idleMS],
      }))}
    />
  );
}

function RegisterTable({ registers }: { readonly registers: Modbus['registers'] }) {
  const { t } = useTranslation('externalControl');
  return (
    <FactTable
      headings={[t('registerTable'), t('address'), t('name'), t('value'), t('bits')]}
      rows={registers.map((register) => {
        const { table, address, wordCount, value } = register;
        const addresses = wordCount === 1 ? address : `${address}–${address + wordCount - 1}`;
        return {
          id: `${table} ${address}`,
          cells: [t(`registerTables.${table}`), addresses, showName(register), value, showBits(register)],
        };
      })}
    />
  );
}
