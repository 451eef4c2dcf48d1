import type { EquipmentRecord } from '@cellwright/domain';
import { gripperLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { Quantity } from '../../ui/Quantity.tsx';
import styles from './Box.module.css';
import { DeviceStatus, labelOfDevice, useLiveState } from './DeviceStatus.tsx';

/** How a device is now. */
export function LiveFacts({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const { data, error } = useLiveState(device);
  const gripper = gripperLiveStateSchema.safeParse(data).data;
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
        {gripper && device.isEnabled && (
          <>
            <div>
              <dt>{t('box.width')}</dt>
              <dd data-testid="gripper-width">
                <Quantity
                  value={gripper.widthMeters === undefined ? undefined : gripper.widthMeters * 1000}
                  digits={1}
                  unit={t('quantity.millimeter')}
                />
              </dd>
            </div>
            <div>
              <dt>{t('box.grip')}</dt>
              <dd>{t(gripper.gripDetected ? 'box.yes' : 'box.no')}</dd>
            </div>
          </>
        )}
      </dl>
      {device.isEnabled && problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </>
  );
}
