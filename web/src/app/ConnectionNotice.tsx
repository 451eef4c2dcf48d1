import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot, useRunner } from '../api/use-robot.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Frame.module.css';

/** Says that what is shown is old, since when, and why. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const runner = useRunner();
  const { isOld, connection, reason } = useRobot(({ isStale, state, connection, error }) => ({
    isOld: isStale && (state !== undefined || connection === 'failure'),
    connection,
    reason: error?.message,
  }));
  const seconds = useSecondsSince(isOld);
  if (!isOld) return null;
  return (
    <div className={styles.stale} role="status">
      <IconPlugConnectedX size={iconSizes.md} aria-hidden />
      <span>
        {connection === 'failure' && reason ? `${reason}. ` : ''}
        {t('connection.staleText', { seconds })}
      </span>
      {connection === 'failure' && (
        <Button size="xs" variant="default" onClick={() => runner.reconnect()}>
          {t('connection.retry')}
        </Button>
      )}
    </div>
  );
}

function useSecondsSince(isOn: boolean): number {
  const [seconds, setSeconds] = useState(1);
  useEffect(() => {
    setSeconds(1);
    if (!isOn) return;
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return seconds;
}
