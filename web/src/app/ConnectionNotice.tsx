import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot, useRunner } from '../api/use-robot.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Frame.module.css';

/** Shows that the displayed data is stale, since when, and why. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const runner = useRunner();
  const { isOld, connection, reason } = useRobot(({ isStale, state, connection, error }) => ({
    isOld: isStale && (state !== undefined || connection === 'failure'),
    connection,
    reason: error?.message,
  }));
  const seconds = useQuietSeconds(isOld, runner);
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

/** Returns whole seconds since the last message of the robot, also right after this machine was asleep. */
function useQuietSeconds(isOn: boolean, runner: ReturnType<typeof useRunner>): number {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(redraw, 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  const quietMS = runner.quietMS();
  return Number.isFinite(quietMS) ? Math.max(1, Math.round(quietMS / 1000)) : 1;
}
