import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { canStopSignedOut, stopPress } from '../api/stop/stop-ways.ts';
import { useIsSignedIn, useSessionAnswer } from '../api/use-session.ts';
import styles from './StopButton.module.css';
import { StopNotice } from './StopNotice.tsx';
import { keepInSight } from './stop-place.ts';

const press = () => stopPress.press();

/**
 * Software stop of every robot of the cell. It is a separate React root beside the app, so that it works whatever a
 * screen does, and it acts on the press, not on the release. A browser that was signed in within the last hours shows
 * it on the sign-in page, too, and so does any browser while the cell does not answer who is signed in.
 */
export function StopButton() {
  const { t } = useTranslation();
  const isSignedIn = useIsSignedIn();
  // A cell that does not answer may know the session of this browser, and its stop process may be up.
  const { unansweredBecause } = useSessionAnswer();
  const state = useSyncExternalStore(stopPress.subscribe, () => stopPress.state);
  const place = useRef<HTMLDivElement>(null);
  const isShown = isSignedIn || unansweredBecause !== undefined || canStopSignedOut();
  useEffect(() => (isShown && place.current ? keepInSight(place.current) : undefined), [isShown]);
  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Pause' || event.repeat) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isShown]);
  if (!isShown) return null;
  const isSent = state.kind === 'sent' || state.kind === 'unreached';
  return (
    <div ref={place} className={styles.place}>
      <button
        type="button"
        className={styles.stop}
        data-sent={isSent}
        data-testid="stop"
        title={t('stop.help')}
        onPointerDown={(event) => {
          event.preventDefault();
          press();
        }}
        onKeyDown={(event) => {
          if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) {
            event.preventDefault();
            press();
          }
        }}
      >
        <span className={styles.word}>{t('stop.label')}</span>
        <span className={styles.kind}>{isSent ? t('stop.sent') : t('stop.kind')}</span>
      </button>
      <StopNotice state={state} />
    </div>
  );
}
