import { useTranslation } from 'react-i18next';
import { useActiveRobots } from '../api/use-activity.ts';
import { useRobotKind } from '../api/use-robot.ts';
import styles from './StatusBar.module.css';

/** Shows that a robot moves which is not the selected one. */
export default function OtherRobotSegment() {
  const { t } = useTranslation();
  const shown = useRobotKind();
  const others = useActiveRobots(true).filter((kind) => kind !== shown);
  if (others.length === 0) return null;
  return (
    <div className={`${styles.segment} ${styles.alert}`} role="status" data-testid="other-robot">
      {t('activity.other', { robots: others.map((kind) => t(`robotKind.${kind}`)).join(', ') })}
    </div>
  );
}
