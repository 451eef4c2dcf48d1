import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stopRobot } from '../api/stop.ts';
import { useRobotKind } from '../api/use-robot.ts';
import { useIsSignedIn } from '../api/use-session.ts';
import { showError } from '../ui/toasts.ts';
import styles from './StopButton.module.css';

/**
 * The software stop. It is a root of its own beside the app, so that it works whatever a screen does, and it acts on
 * the press, not on the release.
 */
export function StopButton() {
  const { t } = useTranslation();
  const isSignedIn = useIsSignedIn();
  const robotKind = useRobotKind();
  const [sent, setSent] = useState(0);
  const stop = () => {
    setSent((count) => count + 1);
    stopRobot()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        showError(new Error(t('stop.failed', { reason })));
      })
      .finally(() => setSent((count) => count - 1));
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Pause' || event.repeat) return;
      event.preventDefault();
      stop();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
  if (!isSignedIn) return null;
  return (
    <button
      type="button"
      className={styles.stop}
      data-sent={sent > 0}
      data-testid="stop"
      title={t('stop.help', { robot: t(`robotKind.${robotKind}`) })}
      onPointerDown={(event) => {
        event.preventDefault();
        stop();
      }}
      onKeyDown={(event) => {
        if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) {
          event.preventDefault();
          stop();
        }
      }}
    >
      <span className={styles.word}>{t('stop.label')}</span>
      <span className={styles.kind}>{sent > 0 ? t('stop.sent') : t('stop.kind')}</span>
    </button>
  );
}
