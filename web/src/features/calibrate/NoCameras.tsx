import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/States.tsx';

/** Empty state of a cell without an enabled camera, which is added under Devices. */
export function NoCameras() {
  const { t } = useTranslation('calibrate');
  const navigate = useNavigate();
  const open = (
    <Button size="md" mt="sm" onClick={() => void navigate({ to: '/box' })}>
      {t('openDevices')}
    </Button>
  );
  return <EmptyState Icon={IconCamera} title={t('none')} text={t('noneHelp')} action={open} />;
}
