import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { controlHeights } from './theme/theme.ts';

const eye = { width: controlHeights.md, height: controlHeights.md };

/** Input for a password or PIN, masked until it is revealed. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      rightSectionWidth={controlHeights.md}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showSecret'), style: eye, tabIndex: 0 }}
      {...props}
    />
  );
}
