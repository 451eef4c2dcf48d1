import { changePin } from '@cellwright/calls';
import { pinSchema } from '@cellwright/domain/cell';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { controlPanel } from '../../api/control-panel.ts';
import { SecretInput } from '../../ui/SecretInput.tsx';
import { DigitsInput } from './DigitsInput.tsx';
import { useSubmit } from './use-submit.ts';

interface SetPinFormProps {
  readonly hasPin: boolean;
  /** True for a user who signs in at an OpenID provider and has no password. */
  readonly isManaged: boolean;
  onBack(): void;
}

/** Sets or changes the PIN; the control panel opens at once. */
export function SetPinForm({ hasPin, isManaged, onBack }: SetPinFormProps) {
  const { t } = useTranslation('controlPanel');
  const [password, setPassword] = useState('');
  const [pin, setDigits] = useState('');
  const isPin = pinSchema.safeParse(pin).success;
  const { isWaiting, problem, submit } = useSubmit(async () => {
    await cell.call(changePin, { password, pin });
    return (await controlPanel.open(pin)) ? undefined : t('clockWrong');
  });
  return (
    <Stack gap="md" component="form" onSubmit={submit}>
      <Title order={1} size={28}>
        {t('setTitle')}
      </Title>
      <Text c="var(--text-muted)">{t(isManaged ? 'setHelpManaged' : hasPin ? 'changeHelp' : 'setHelp')}</Text>
      {!isManaged && (
        <SecretInput
          size="md"
          label={t('password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
        />
      )}
      <DigitsInput
        label={t('newPin')}
        value={pin}
        error={pin === '' || isPin ? undefined : t('pinRule')}
        onChange={setDigits}
        autoComplete="off"
      />
      {problem !== undefined && (
        <Text c="var(--danger)" role="alert">
          {problem}
        </Text>
      )}
      <Button type="submit" size="md" loading={isWaiting} disabled={(password === '' && !isManaged) || !isPin}>
        {t('set')}
      </Button>
      {hasPin && (
        <Button size="md" variant="subtle" color="gray" onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </Stack>
  );
}
