import type { BrakesState } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { guarded } from '../ui/press/marks.ts';
import { iconSizes } from '../ui/theme/theme.ts';

export interface BrakesButtonProps {
  /** State that the robot confirmed. */
  readonly brakes: BrakesState | undefined;
  readonly isWaiting: boolean;
  readonly isDisabled?: boolean;
  readonly size?: 'md' | 'xl';
  readonly className?: string | undefined;
  onSet(state: BrakesState): void;
}

/** Releases or engages the brakes; its label is the action. */
export function BrakesButton({
  brakes,
  isWaiting,
  isDisabled = false,
  size = 'xl',
  className,
  onSet,
}: BrakesButtonProps) {
  const { t } = useTranslation();
  const isOn = brakes !== 'disengaged';
  const Icon = isOn ? IconLockOpen : IconLock;
  return (
    <Button
      {...guarded(isOn ? 'releaseBrakes' : 'engageBrakes')}
      className={className}
      size={size}
      variant={isOn ? 'filled' : 'default'}
      loading={isWaiting}
      disabled={isDisabled || brakes === undefined}
      leftSection={<Icon size={iconSizes.md} aria-hidden />}
      onClick={() => onSet(isOn ? 'disengaged' : 'engaged')}
    >
      {t(isOn ? 'brakes.release' : 'brakes.engage')}
    </Button>
  );
}
