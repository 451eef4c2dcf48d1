import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../api/use-robot.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './Box.module.css';
import { DeviceStatus, labelOfDevice } from './DeviceStatus.tsx';
import { useRehearsal } from './RehearseFault.tsx';

interface DeviceRowProps {
  readonly device: EquipmentRecord;
  readonly isChosen: boolean;
  onChoose(): void;
}

/** Device in the list: its kind, its state, and whether it is mounted on the arm. */
export function DeviceRow({ device, isChosen, onChoose }: DeviceRowProps) {
  const { t } = useTranslation();
  const isOnFlange = useRobot(({ state }) => state?.tool.equipmentID === device.id);
  const isSuffering = (useRehearsal(device)?.active.length ?? 0) > 0;
  const end = useRobot(({ state }) => state?.tool.ends?.find(({ equipmentID }) => equipmentID === device.id)?.end);
  return (
    <button type="button" className={styles.device} aria-pressed={isChosen} data-device={device.id} onClick={onChoose}>
      <span className={styles.deviceName}>
        <strong>{device.config.name}</strong>
        <span className={styles.muted}>{labelOfDevice(device) ?? t('box.unreadable')}</span>
      </span>
      {isSuffering && <StatusChip tone="danger" word={t('box.rehearsingShort')} />}
      {end !== undefined && <StatusChip tone="notice" word={t('box.onEnd', { end })} />}
      {isOnFlange && <StatusChip tone="notice" word={t('box.onFlange')} />}
      <DeviceStatus device={device} />
    </button>
  );
}
