import type { ModbusServerSettings } from '@cellwright/domain/robot';
import { Fieldset, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import styles from '../ControlPanel.module.css';
import { LossSelect } from './LossSelect.tsx';
import { PortInput } from './PortInput.tsx';

interface ModbusFieldsProps {
  readonly modbus: ModbusServerSettings;
  onChange(modbus: ModbusServerSettings): void;
}

/** Settings of the Modbus server. */
export function ModbusFields({ modbus, onChange }: ModbusFieldsProps) {
  const { t } = useTranslation('externalControl');
  const change = (changed: Partial<ModbusServerSettings>) => onChange({ ...modbus, ...changed });
  return (
    <Fieldset legend={t('protocols.modbus')} mt="md">
      <Switch
        size="md"
        mb="sm"
        label={t('useModbus')}
        checked={modbus.isEnabled}
        onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
      />
      <div className={styles.pairs}>
        <TextInput
          size="md"
          label={t('modbusHost')}
          description={t('hostHelp')}
          value={modbus.host}
          onChange={({ currentTarget: { value } }) => change({ host: value })}
        />
        <PortInput label={t('modbusPort')} value={modbus.port} onChange={(port) => change({ port })} />
        <NumberInput
          size="md"
          label={t('watchdog')}
          value={modbus.watchdogMS}
          allowDecimal={false}
          min={100}
          max={60_000}
          onChange={(watchdogMS) => watchdogMS !== '' && change({ watchdogMS })}
        />
        <LossSelect
          value={modbus.uponConnectionLoss}
          onChange={(uponConnectionLoss) => change({ uponConnectionLoss })}
        />
        <TextInput
          size="md"
          label={t('allowedClients')}
          description={t('allowedClientsHelp')}
          value={modbus.allowedClients.join(',')}
          onChange={({ currentTarget: { value } }) => change({ allowedClients: value === '' ? [] : value.split(',') })}
        />
      </div>
    </Fieldset>
  );
}

/** Returns the settings to save: without the spaces and empty entries of a list that was typed. */
export function cleanModbus(modbus: ModbusServerSettings): ModbusServerSettings {
  const allowedClients = modbus.allowedClients.map((entry) => entry.trim()).filter((entry) => entry !== '');
  return { ...modbus, allowedClients };
}
