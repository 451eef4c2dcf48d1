import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PlainToasts.module.css';
import { plainToasts } from './plain-toasts.ts';
import type { ShownToast } from './shown-toast.ts';

/** Toasts with nothing that has to be loaded: a message is not lost because of its looks. */
export default function PlainToasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(plainToasts.subscribe, () => plainToasts.open);
  return (
    <section aria-label={t('toast.region')} aria-live="polite" className={styles.shelf}>
      {toasts.map(({ id, kind, text, action }) => (
        <Group key={id} className={styles.toast} data-kind={kind} wrap="nowrap">
          <Text flex={1}>{text}</Text>
          {action && (
            <Button
              size="md"
              onClick={() => {
                action.onClick();
                plainToasts.close(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <CloseButton size={44} aria-label={t('toast.close')} onClick={() => plainToasts.close(id)} />
        </Group>
      ))}
    </section>
  );
}

export function showToast(toast: ShownToast): void {
  plainToasts.show(toast);
}
