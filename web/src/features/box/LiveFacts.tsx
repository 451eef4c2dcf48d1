import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../../api/use-live-state.ts';
import { useRobot } from '../../api/use-robot.ts';
import { translateMessage } from '../../i18n/cell-words.ts';
import { portText } from '../../i18n/device-parts.ts';
import { DeviceFacts } from '../../kinds/DeviceFacts.tsx';
import styles from './Box.module.css';
import { DeviceStatus, labelOfDevice } from './DeviceStatus.tsx';
import { type DevicePlace, placeOf } from './device-place.ts';

/** Shows the live state of a device. */
export function LiveFacts({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const { data, error } = useLiveState(device);
  const isCalculated = useRobot(
    ({ state }) => state !== undefined && (state.robotKind === 'simulated' || state.isTwin),
  );
  const place = placeOf(device, isCalculated);
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
        {place && (
          <div>
            <dt>{t('box.reachedAt')}</dt>
            <dd data-testid="device-place">{describePlace(t, place)}</dd>
          </div>
        )}
        {device.isEnabled && <DeviceFacts kind={device.config.kind} state={data} />}
      </dl>
      {device.isEnabled && problem !== undefined && <p className={styles.problem}>{translateMessage(problem)}</p>}
    </>
  );
}

function describePlace(t: TFunction, place: DevicePlace): string {
  switch (place.kind) {
    case 'simulator':
      return t('box.itsSimulator', { port: place.port });
    case 'network':
      return place.address;
    case 'ports':
      return place.names.map(portText).join(', ');
  }
}
