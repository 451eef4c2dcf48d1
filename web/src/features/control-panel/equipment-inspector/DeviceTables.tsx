import type { InspectedDevice } from '@cellwright/domain/equipment';
import { useTranslation } from 'react-i18next';
import { deviceKindLabel } from '../../../parts/device-kind-label.ts';
import { statusLooks, statusOf } from '../../../parts/device-status.ts';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';
import { formatClockTime } from './format-frames.ts';
import { listStateFields } from './state-fields.ts';

export interface DevicesProps {
  readonly devices: readonly InspectedDevice[];
}

/** Devices with their live states. */
export function DevicesPart({ devices }: DevicesProps) {
  const { t } = useTranslation('equipmentInspector');
  return (
    <Section title={t('devices')}>
      {devices.length === 0 && <p className={styles.muted}>{t('noDevices')}</p>}
      {devices.length > 0 && (
        <FactTable
          minWidth={720}
          headings={[t('device'), t('kind'), t('state'), t('values')]}
          rows={devices.map((device) => ({
            id: device.id,
            cells: [
              device.name,
              deviceKindLabel(device.kind),
              <DeviceState key="state" device={device} />,
              <StateValues key="values" device={device} />,
            ],
          }))}
        />
      )}
    </Section>
  );
}

function DeviceState({ device }: { readonly device: InspectedDevice }) {
  const { t } = useTranslation();
  const { tone, word } = statusLooks[statusOf(device, { live: device.state, hasFailed: false })];
  return (
    <>
      <StatusChip tone={tone === 'good' ? 'neutral' : tone} word={t(word)} />
      {device.state.error !== undefined && <p className={styles.muted}>{device.state.error}</p>}
    </>
  );
}

function StateValues({ device: { state } }: { readonly device: InspectedDevice }) {
  return (
    <ul className={styles.plainList}>
      {listStateFields(state).map(({ name, value }) => (
        <li key={name}>
          <code>{name}</code> {value}
        </li>
      ))}
    </ul>
  );
}

/** Errors of all devices, newest first. */
export function ErrorsPart({ devices }: DevicesProps) {
  const { t } = useTranslation('equipmentInspector');
  const errors = devices.flatMap(({ id, name, errors }) =>
    errors.map((error, index) => ({ ...error, id: `${id} ${errors.length - index}`, name })),
  );
  return (
    <Section title={t('errors')}>
      {errors.length === 0 && <p className={styles.muted}>{t('noErrors')}</p>}
      {errors.length > 0 && (
        <FactTable
          minWidth={640}
          headings={[t('time'), t('device'), t('error')]}
          rows={errors
            .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
            .map(({ id, at, name, message }) => ({ id, cells: [formatClockTime(at), name, message] }))}
        />
      )}
    </Section>
  );
}
