import type { Failure } from '@cellwright/domain';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './FailedDevice.module.css';

interface FailedDeviceProps {
  readonly failure: Failure | null | undefined;
  /** What people call the device of the failure. */
  readonly name: string | undefined;
}

/** The device that failed a step, by its name, as the way to it. Nothing where it is not known, or is there no more. */
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
