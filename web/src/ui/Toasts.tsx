import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Toaster } from 'sonner';
import { toastDurationMS } from './toasts.ts';

/** Where toasts appear: above the run controls, never over the stop. */
export function Toasts() {
  const { t } = useTranslation();
  return (
    <Toaster
      theme={useComputedColorScheme()}
      position="bottom-center"
      duration={toastDurationMS}
      offset={24}
      containerAriaLabel={t('toast.region')}
      toastOptions={{ style: { fontSize: 16, minHeight: 56 } }}
      richColors
      closeButton
    />
  );
}
