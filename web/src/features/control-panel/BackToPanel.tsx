import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../ui/theme/theme.ts';

/** Button to the index of the control panel. */
export function BackToPanel() {
  const { t } = useTranslation('controlPanel');
  const navigate = useNavigate();
  return (
    <Button
      size="md"
      variant="default"
      leftSection={<IconArrowLeft size={iconSizes.sm} aria-hidden />}
      onClick={() => void navigate({ to: '/control-panel' })}
    >
      {t('title')}
    </Button>
  );
}
