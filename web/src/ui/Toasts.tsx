import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Toaster } from 'sonner';
import styles from './Toasts.module.css';
import { toastDurationMS } from './toasts.ts';

/** Where toasts appear: above the run controls, never over the stop. */
export default function Toasts() {
  const { t } = useTranslation();
  return (
    <Toaster
      theme={useComputedColorScheme()}
      position="bottom-center"
      duration={toastDurationMS}
      offset={24}
      containerAriaLabel={t('toast.region')}
      className={styles.toaster}
      toastOptions={{
        style: { fontSize: 16, minHeight: 56 },
        classNames: { closeButton: styles.close, actionButton: styles.action },
        closeButtonAriaLabel: t('toast.close'),
      }}
      richColors
      closeButton
    />
  );
}
