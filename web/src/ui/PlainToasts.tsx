import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PlainToasts.module.css';
import { plainToasts } from './plain-toasts.ts';
import type { ShownToast } from './shown-toast.ts';

/** Toasts without any loaded code or component kit, so that no message is lost when loading fails. */
export default function PlainToasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(plainToasts.subscribe, () => plainToasts.open);
  return (
    <section aria-label={t('toast.region')} aria-live="polite" className={styles.shelf}>
      {toasts.map((toast) => (
        <PlainToastCard key={toast.id} toast={toast} onClose={() => plainToasts.close(toast.id)} />
      ))}
    </section>
  );
}

export function PlainToastCard({ toast, onClose }: { readonly toast: ShownToast; onClose(): void }) {
  const { t } = useTranslation();
  const { kind, text, action } = toast;
  return (
    <div className={styles.toast} data-kind={kind}>
      <span>{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.onClick();
            onClose();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label={t('toast.close')} onClick={onClose}>
        ✕
      </button>
    </div>
  );
}

export function showToast(toast: ShownToast): void {
  plainToasts.show(toast);
}
