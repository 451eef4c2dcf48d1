import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlPanel } from '../../api/control-panel.ts';
import { DigitsInput } from './DigitsInput.tsx';
import { useSubmit } from './use-submit.ts';

interface PinFormProps {
  /** Reason why the PIN is required again. */
  readonly note: string | undefined;
  onChange(): void;
}

export function PinForm({ note, onChange }: PinFormProps) {
  const { t } = useTranslation('controlPanel');
  const [pin, setPin] = useState('');
  const { isWaiting, problem, submit } = useSubmit(async () => {
    setPin('');
    return (await controlPanel.open(pin)) ? undefined : t('clockWrong');
  });
  return (
    <Stack gap="md" component="form" onSubmit={submit}>
      <Title order={1} size={28}>
        {t('pinTitle')}
      </Title>
      <Text c={note === undefined ? 'var(--text-muted)' : 'var(--caution)'}>{note ?? t('pinHelp')}</Text>
      <DigitsInput label={t('pin')} value={pin} onChange={setPin} autoComplete="one-time-code" />
      {problem !== undefined && (
        <Text c="var(--danger)" role="alert">
          {problem}
        </Text>
      )}
      <Button type="submit" size="md" loading={isWaiting} disabled={pin === ''}>
        {t('open')}
      </Button>
      <Button size="md" variant="subtle" color="gray" onClick={onChange}>
        {t('change')}
      </Button>
    </Stack>
  );
}
