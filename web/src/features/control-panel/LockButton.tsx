import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { controlPanel } from '../../api/control-panel.ts';
import { localeFor } from '../../ui/format-time.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ControlPanel.module.css';

/** Locks the control panel before its time is over, and shows when that is. */
export function LockButton() {
  const { t, i18n } = useTranslation('controlPanel');
  const until = controlPanel.openUntil;
  const time = new Intl.DateTimeFormat(localeFor(i18n.language), { timeStyle: 'short' });
  return (
    <>
      {until !== undefined && (
        <span className={`${styles.muted} tabular`}>{t('openUntil', { time: time.format(until) })}</span>
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
