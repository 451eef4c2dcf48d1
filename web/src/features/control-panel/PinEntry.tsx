import { useTranslation } from 'react-i18next';
import { PinGate } from '../../connected/pin/PinGate.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import styles from './ControlPanel.module.css';

/** Entry of the control panel: the PIN, or why it cannot be entered. */
export function PinEntry() {
  const { t } = useTranslation('controlPanel');
  return (
    <div className={styles.centre}>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <section className={styles.card} aria-label={t('title')}>
        <PinGate />
      </section>
    </div>
  );
}
