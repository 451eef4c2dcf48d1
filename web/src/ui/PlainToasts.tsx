import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PlainToasts.module.css';
import { plainToasts } from './plain-toasts.ts';
import type { ShownToast } from './shown-toast.ts';

/** Toasts with nothing that has to be loaded, also no kit: a message is not lost because of its looks. */
export default function PlainToasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(plainToasts.subscribe, () => plainToasts.open);
  return (
    <section aria-label={t('toast.region')} aria-live="polite" className={styles.shelf}>
      {toasts.map(({ id, kind, text, action }) => (
        <div key={id} className={styles.toast} data-kind={kind}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                action.onClick();
                plainToasts.close(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={t('toast.close')} onClick={() => plainToasts.close(id)}>
            ✕
          </button>
        </div>
      ))}
    </section>
  );
}

export function showToast(toast: ShownToast): void {
  plainToasts.show(toast);
}
