import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { controlPanel } from '../../api/control-panel.ts';
import { formatTimeOfDay } from '../../ui/format-time.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ControlPanel.module.css';

/** Locks the control panel before its time is over, and shows when that is. */
export function LockButton() {
  const { t, i18n } = useTranslation('controlPanel');
  const until = controlPanel.openUntil;
  return (
    <>
      {until !== undefined && (
        <span className={`${styles.muted} tabular`}>
          {t('openUntil', { time: formatTimeOfDay(until, i18n.language) })}
        </span>
      )}
      <Button
        size="md"
        variant="default"
        leftSection={<IconLock size={iconSizes.sm} aria-hidden />}
        onClick={() => controlPanel.lock()}
      >
        {t('lock')}
      </Button>
    </>
  );
}
