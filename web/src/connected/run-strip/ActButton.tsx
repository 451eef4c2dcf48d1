import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { BrakesButton } from '../../parts/BrakesButton.tsx';
import type { NextAction } from '../../parts/next-action.ts';
import { RestartButton } from '../../parts/RestartButton.tsx';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';

/**
 * Button for the next recovery action: recover, restart the controller, release or engage the brakes. Hidden if none is
 * needed.
 */
export function ActButton({ action }: { readonly action: NextAction }) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const mayOperate = useMayOperate();
  const { brakes, isConnected, isStale } = useRobot(({ state, isStale }) => ({
    brakes: state?.brakes,
    isConnected: state?.isControllerConnected ?? false,
    isStale,
  }));
  const isOff = isStale || !mayOperate;
  switch (action) {
    case 'recover':
      return (
        <Button
          {...guarded('recover')}
          size="xl"
          leftSection={<IconRefreshAlert size={iconSizes.md} aria-hidden />}
          loading={pending === 'recover'}
          disabled={isOff}
          onClick={() => void command('recover', {})}
        >
          {t('home.recover')}
        </Button>
      );
    case 'restart':
      return (
        <RestartButton
          isDisabled={isOff}
          isWaiting={pending === 'restartController' || !isConnected}
          onRestart={() => void command('restartController', {})}
        />
      );
    case 'releaseBrakes':
    case 'engageBrakes':
      return (
        <BrakesButton
          brakes={brakes}
          isWaiting={pending === 'setBrakes'}
          isDisabled={isOff}
          onSet={(state) => void command('setBrakes', { state })}
        />
      );
    default:
      return null;
  }
}
