import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './CopyField.module.css';
import { iconSizes } from './theme/theme.ts';

/** Text to copy: one tap selects it, a button copies it. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = async () => setOutcome((await copyFrom(input.current)) ? 'copied' : 'failed');
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <div className={styles.row}>
      <TextInput
        ref={input}
        size="md"
        label={label}
        value={value}
        readOnly
        error={outcome === 'failed' ? t('copy.failed') : undefined}
        onFocus={(event) => event.currentTarget.select()}
        className={styles.text}
      />
      <Button
        size="md"
        className={styles.button}
        aria-live="polite"
        leftSection={<Icon size={iconSizes.sm} aria-hidden />}
        onClick={() => void copy()}
      >
        {t(outcome === 'copied' ? 'copy.done' : 'copy.do')}
      </Button>
    </div>
  );
}

/** Uses the clipboard. Without TLS browsers have none; there the selected text can still be copied. */
async function copyFrom(input: HTMLInputElement | null): Promise<boolean> {
  if (!input) return false;
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.select();
    return document.execCommand('copy');
  }
}
