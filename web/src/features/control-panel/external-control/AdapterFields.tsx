import type { ExternalControlSettings } from '@cellwright/domain/robot';
import { Fieldset, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../ControlPanel.module.css';
import { LossSelect } from './LossSelect.tsx';
import { PortInput } from './PortInput.tsx';

type Adapter = ExternalControlSettings['etherNetIPAdapter'];

interface AdapterFieldsProps {
  readonly adapter: Adapter;
  onChange(adapter: Adapter): void;
}

/** Settings of the EtherNet/IP adapter. */
export function AdapterFields({ adapter, onChange }: AdapterFieldsProps) {
  const { t } = useTranslation('externalControl');
  const change = (changed: Partial<Adapter>) => onChange({ ...adapter, ...changed });
  return (
    <Fieldset legend={t('protocols.etherNetIP')} mt="md">
      <div className={styles.pairs}>
        <TextInput
          size="md"
          label={t('host')}
          description={t('hostHelp')}
          value={adapter.host}
          onChange={({ currentTarget: { value } }) => change({ host: value })}
        />
        <PortInput label={t('port')} value={adapter.port} onChange={(port) => change({ port })} />
        <PortInput label={t('ioPort')} value={adapter.ioPort} onChange={(ioPort) => change({ ioPort })} />
        <LossSelect
          value={adapter.uponConnectionLoss}
          onChange={(uponConnectionLoss) => change({ uponConnectionLoss })}
        />
      </div>
    </Fieldset>
  );
}
