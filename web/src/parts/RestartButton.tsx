import { Button } from '@mantine/core';
import { IconPower } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../api/use-command.ts';
import { useRobot } from '../api/use-robot.ts';
import { guarded } from '../ui/press/marks.ts';
import { iconSizes } from '../ui/theme/theme.ts';

export interface RestartButtonProps {
  readonly size?: 'md' | 'xl';
  readonly className?: string | undefined;
}

/** Restarts the robot controller after a failure that needs it; busy until the controller is back. */
export function RestartButton({ size = 'xl', className }: RestartButtonProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isConnected, isStale } = useRobot(({ state, isStale }) => ({
    isConnected: state?.isControllerConnected ?? false,
    isStale,
  }));
  return (
    <Button
      {...guarded('restartController')}
      className={className}
      size={size}
      leftSection={<IconPower size={iconSizes.md} aria-hidden />}
      loading={pending === 'restartController' || !isConnected}
      disabled={isStale}
      onClick={() => void command('restartController', {})}
    >
      {t('home.restartController')}
    </Button>
  );
}
