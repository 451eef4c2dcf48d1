import { IconGauge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../api/use-robot.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './StatusBar.module.css';

/** Overall speed, or that of the test run; leads to where it is changed. */
export function SpeedSegment() {
  const { t } = useTranslation();
  const speed = useRobot(
    ({ state }) => state && { override: state.speedRestrictionPercentage, testRun: state.testRunSpeed },
  );
  if (!speed) return null;
  const percent = Math.round((speed.testRun ?? speed.override) * 100);
  return (
    <div className={styles.segment} data-testid="speed" title={t('speed.label')}>
      {/* The run strip of Home changes it. By keyboard the rail leads there; questions stay close behind the stop. */}
      <AppLink href="/" className={styles.way} tabIndex={-1}>
        <IconGauge size={iconSizes.sm} aria-hidden />
        <span className={`tabular ${styles.fact}`}>
          {speed.testRun === null ? '' : `${t('speed.testRun')} `}
          {percent} %
        </span>
      </AppLink>
    </div>
  );
}
