import type { ExternalControlSettings } from '@cellwright/domain/robot';
import { externalControlSettings, type Stamps } from '@cellwright/entities';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createClientOf } from '../../../api/cell.ts';
import { createPanelClientOf } from '../../../api/control-panel.ts';
import { useRoutineNames } from '../../../api/routines.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import type { SettingsDraft } from '../../../api/unsaved/settings-draft.ts';
import { useSettingsDraft } from '../../../api/unsaved/use-settings-draft.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import styles from '../ControlPanel.module.css';
import { AdapterFields } from './AdapterFields.tsx';
import { cleanModbus, ModbusFields } from './ModbusFields.tsx';
import { cleanOpcUA, OpcUAFields } from './OpcUAFields.tsx';

type Fields = Pick<
  ExternalControlSettings,
  'robotKind' | 'defaultRoutineID' | 'etherNetIPAdapter' | 'modbus' | 'opcUA'
>;

const drafts = createDrafts<SettingsDraft<Fields>>('external control');
const settings = createClientOf(externalControlSettings);
const panelSettings = createPanelClientOf(externalControlSettings);
const queryKey = ['externalControlSettings'] as const;
const robots = ['live', 'simulated'] as const;

/** The robot that is commanded, and the settings of each protocol. */
export function SettingsForm() {
  const { t } = useTranslation('externalControl');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => settings.get('1', { signal }),
  });
  if (data) return <Form stored={data} />;
  if (!error) return <Skeleton h={160} />;
  return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
}

function Form({ stored }: { readonly stored: ExternalControlSettings & Stamps }) {
  const { t } = useTranslation('externalControl');
  const { fields, isChanged, isSaving, change, save } = useSettingsDraft<Fields>({
    ...{ drafts, queryKey, stored, name: t('title'), savedText: t('saved') },
    load: () => settings.get('1'),
    patch: (changed, version) => panelSettings.patch('1', cleanFields(changed), version),
  });
  return (
    <>
      <div className={styles.pairs}>
        <NativeSelect
          size="md"
          label={t('robot')}
          value={fields.robotKind}
          data={robots.map((value) => ({ value, label: t(`robots.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ robotKind: robots.find((each) => each === value) ?? 'live' })
          }
        />
        <RoutineSelect value={fields.defaultRoutineID} onChange={(defaultRoutineID) => change({ defaultRoutineID })} />
      </div>
      <AdapterFields
        adapter={fields.etherNetIPAdapter}
        onChange={(etherNetIPAdapter) => change({ etherNetIPAdapter })}
      />
      <ModbusFields modbus={fields.modbus} onChange={(modbus) => change({ modbus })} />
      <OpcUAFields opcUA={fields.opcUA} onChange={(opcUA) => change({ opcUA })} />
      <div className={styles.tools}>
        <Button size="md" disabled={!isChanged} loading={isSaving} onClick={save}>
          {t('save')}
        </Button>
      </div>
    </>
  );
}

function cleanFields({ modbus, opcUA, ...others }: Partial<Fields>): Partial<Fields> {
  return { ...others, ...(modbus && { modbus: cleanModbus(modbus) }), ...(opcUA && { opcUA: cleanOpcUA(opcUA) }) };
}

interface RoutineSelectProps {
  readonly value: string | null;
  onChange(id: string | null): void;
}

function RoutineSelect({ value, onChange }: RoutineSelectProps) {
  const { t } = useTranslation('externalControl');
  const { data } = useRoutineNames();
  return (
    <IdSelect
      label={t('routine')}
      none={t('loaded')}
      choices={data ?? []}
      value={value ?? ''}
      disabled={!data}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
