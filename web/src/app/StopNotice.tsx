import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { StopPressState } from '../api/stop/stop-press.ts';
import { stopPress } from '../api/stop/stop-ways.ts';
import { decimalText } from '../ui/decimal-text.ts';
import styles from './StopButton.module.css';

/** Shows that a stop was not confirmed, or confirmed late, until a user acknowledges it. */
export function StopNotice({ state }: { readonly state: StopPressState }) {
  const { t } = useTranslation();
  const text = textOf(state, t);
  if (text === undefined) return null;
  const isOver = state.kind === 'reachedLate' || state.kind === 'refused';
  return (
    <div className={styles.notice} role="alert" data-testid="stop-notice" data-kind={state.kind}>
      <p className={styles.text}>{text}</p>
      <button type="button" className={styles.read} onClick={() => stopPress.acknowledge()}>
        {t(isOver ? 'stop.read' : 'stop.giveUp')}
      </button>
    </div>
  );
}

function textOf(state: StopPressState, t: TFunction): string | undefined {
  switch (state.kind) {
    case 'unreached': {
      const robots = state.robots.map((robot) => t(`robotKind.${robot}`)).join(', ');
      return t('stop.unreached', { robots, reason: state.reason ?? '' });
    }
    case 'refused':
      return t('stop.refused');
    case 'reachedLate':
      return t('stop.reachedLate', { seconds: decimalText((state.afterMS / 1000).toFixed(1)) });
    default:
      return undefined;
  }
}
