import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/AppLink.tsx';
import { Section } from '../../ui/Page.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import type { CapabilityUI } from '../device-ui.ts';

export const ui: CapabilityUI<'camera'> = { Trial: Calibration };

/** Leads to the calibration of cameras. */
function Calibration() {
  const { t } = useTranslation();
  return (
    <Section title={t('box.calibration')}>
      <p className={styles.muted}>{t('box.calibrationHelp')}</p>
      <AppLink href="/calibrate-arm">{t('box.calibrateCamera')}</AppLink>
    </Section>
  );
}
