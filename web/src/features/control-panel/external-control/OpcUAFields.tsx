import type { OpcUAServerSettings } from '@cellwright/domain/robot';
import { Fieldset, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import styles from '../ControlPanel.module.css';
import { LossSelect } from './LossSelect.tsx';
import { PortInput } from './PortInput.tsx';

interface OpcUAFieldsProps {
  readonly opcUA: OpcUAServerSettings;
  onChange(opcUA: OpcUAServerSettings): void;
}

/** Settings of the OPC UA server. */
export function OpcUAFields({ opcUA, onChange }: OpcUAFieldsProps) {
  const { t } = useTranslation('externalControl');
  const change = (changed: Partial<OpcUAServerSettings>) => onChange({ ...opcUA, ...changed });
  return (
    <Fieldset legend={t('protocols.opcUA')} mt="md">
      <Switch
        size="md"
        mb="sm"
        label={t('useOpcUA')}
        checked={opcUA.isEnabled}
        onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
      />
      <div className={styles.pairs}>
        <TextInput
          size="md"
          label={t('opcUAHost')}
          description={t('hostHelp')}
          value={opcUA.host}
          onChange={({ currentTarget: { value } }) => change({ host: value })}
        />
        <PortInput label={t('opcUAPort')} value={opcUA.port} onChange={(port) => change({ port })} />
        <NumberInput
          size="md"
          label={t('sessionTimeout')}
          value={opcUA.sessionTimeoutMS}
          allowDecimal={false}
          min={1000}
          max={600_000}
          onChange={(sessionTimeoutMS) => sessionTimeoutMS !== '' && change({ sessionTimeoutMS })}
        />
        <LossSelect
          value={opcUA.uponConnectionLoss}
          onChange={(uponConnectionLoss) => change({ uponConnectionLoss })}
        />
        <TextInput
          size="md"
          label={t('trustedClients')}
          description={t('trustedClientsHelp')}
          value={opcUA.trustedClients.join(',')}
          onChange={({ currentTarget: { value } }) => change({ trustedClients: value === '' ? [] : value.split(',') })}
        />
      </div>
      <Switch
        size="md"
        mt="sm"
        label={t('anonymousRead')}
        checked={opcUA.isAnonymousReadAllowed}
        onChange={({ currentTarget: { checked } }) => change({ isAnonymousReadAllowed: checked })}
      />
      <Switch
        size="md"
        mt="sm"
        label={t('unencrypted')}
        description={t('unencryptedHelp')}
        checked={opcUA.isUnencryptedAllowed}
        onChange={({ currentTarget: { checked } }) => change({ isUnencryptedAllowed: checked })}
      />
    </Fieldset>
  );
}

/** Returns the settings to save: without the spaces and empty entries of a list that was typed. */
export function cleanOpcUA(opcUA: OpcUAServerSettings): OpcUAServerSettings {
  const trustedClients = opcUA.trustedClients.map((entry) => entry.trim()).filter((entry) => entry !== '');
  return { ...opcUA, trustedClients };
}
