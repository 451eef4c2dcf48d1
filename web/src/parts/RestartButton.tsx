import { Button } from '@mantine/core';
import { IconPower } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { guarded } from '../ui/press/marks.ts';
import { iconSizes } from '../ui/theme/theme.ts';

export interface RestartButtonProps {
  /** A restart was requested, and the controller is not back yet. */
  readonly isWaiting: boolean;
  readonly isDisabled?: boolean;
  readonly size?: 'md' | 'xl';
  readonly className?: string | undefined;
  onRestart(): void;
}

/** Restarts the robot controller after a failure that needs it. */
export function RestartButton({
  isWaiting,
  isDisabled = false,
  size = 'xl',
  className,
  onRestart,
}: RestartButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      {...guarded('restartController')}
      className={className}
      size={size}
      leftSection={<IconPower size={iconSizes.md} aria-hidden />}
      loading={isWaiting}
      disabled={isDisabled}
      onClick={onRestart}
    >
      {t('home.restartController')}
    </Button>
  );
}
