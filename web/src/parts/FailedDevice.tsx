import type { Failure } from '@cellwright/domain/robot';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './FailedDevice.module.css';

interface FailedDeviceProps {
  readonly failure: Failure | null | undefined;
  /** Name of the device of the failure. */
  readonly name: string | undefined;
}

/** Link to the device that failed a step. Empty if the device is unknown or deleted. */
export function FailedDevice({ failure, name }: FailedDeviceProps) {
  const { t } = useTranslation();
  const id = failure?.equipmentID;
  if (id === undefined || name === undefined) return null;
  return (
    <div>
      <AppLink href={`/box?device=${encodeURIComponent(id)}`} className={styles.device}>
        {t('home.failedDevice', { name })}
      </AppLink>
    </div>
  );
}
