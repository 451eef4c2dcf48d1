import type { EquipmentRecord } from '@cellwright/domain';
import { useTranslation } from 'react-i18next';
import styles from './Box.module.css';
import { CapabilityFacts } from './CapabilityFacts.tsx';
import { DeviceStatus, labelOfDevice, useLiveState } from './DeviceStatus.tsx';

/** How a device is now. */
export function LiveFacts({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const { data, error } = useLiveState(device);
  const problem = error?.message ?? data?.error;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('box.kind')}</dt>
          <dd>{labelOfDevice(device) ?? device.config.kind}</dd>
        </div>
        <div>
          <dt>{t('box.live')}</dt>
          <dd data-testid="device-status">
            <DeviceStatus device={device} />
          </dd>
        </div>
        {device.isEnabled && <CapabilityFacts kind={device.config.kind} state={data} />}
      </dl>
      {device.isEnabled && problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </>
  );
}
