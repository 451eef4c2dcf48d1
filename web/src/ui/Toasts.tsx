import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast as sonner, Toaster } from 'sonner';
import { type ShownToast, toastDurationMS } from './shown-toast.ts';
import styles from './Toasts.module.css';

/** Above the operator's controls at the lower edge: the run bar is 72 px high. */
const aboveRunBarPX = 84;
/** Below the status bar of 56 px, and beside the rail of 72 px. */
const belowStatusBarPX = 68;
const besideRailPX = 84;

/** Position of the toasts: above the run controls, never over the stop. */
export default function Toasts() {
  const { t } = useTranslation();
  return (
    <Toaster
      theme={useComputedColorScheme()}
      position="bottom-center"
      duration={toastDurationMS}
      offset={{ bottom: aboveRunBarPX, top: belowStatusBarPX, left: besideRailPX }}
      style={{ fontFamily: 'var(--mantine-font-family)' }}
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

const ways = { note: sonner, error: sonner.error, progress: sonner.loading, done: sonner.success } as const;

/** On this screen buttons that move the arm fill the lower edge: toasts are shown over the 3D view. */
const movesArm = '/move';

function placeOf(isHint: boolean | undefined): { position?: 'top-center' | 'top-left' } {
  if (isHint) return { position: 'top-center' };
  return window.location.pathname === movesArm ? { position: 'top-left' } : {};
}

export function showToast({ kind, text, id, isHint, action }: ShownToast): void {
  ways[kind](text, {
    duration: kind === 'progress' ? Number.POSITIVE_INFINITY : toastDurationMS,
    ...(id !== undefined && { id }),
    ...placeOf(isHint),
    ...(action && { action: { label: action.label, onClick: () => action.onClick() } }),
  });
}
