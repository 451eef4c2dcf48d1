import { useTranslation } from 'react-i18next';
import { useDeviceName } from '../api/use-device-name.ts';
import { useRobot } from '../api/use-robot.ts';
import '../i18n/recovery.ts';
import { failureTitle } from '../parts/recovery/failure-title.ts';
import styles from './FailureSegment.module.css';

/** Names the failure of the robot and its step in the space that is left in the status bar. Home shows its recovery. */
export default function FailureSegment() {
  const { t } = useTranslation('recovery');
  const failure = useRobot(({ state }) => state?.failure);
  const device = useDeviceName(failure?.equipmentID);
  if (!failure) return null;
  const where = failure.stepPath === undefined ? '' : `${t('where', { path: failure.stepPath })}: `;
  const text = where + failureTitle(t, failure, device);
  return (
    <div className={styles.segment} title={text} data-testid="failure-title">
      <span>{text}</span>
    </div>
  );
}
