import '../../i18n/recovery.ts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useDeviceName } from '../../api/use-device-name.ts';
import { useRobot } from '../../api/use-robot.ts';
import '../../i18n/recovery.ts';
import { RestartButton } from '../../parts/RestartButton.tsx';
import { describeReason } from '../../parts/recovery/describe-reason.ts';
import { failureTitle } from '../../parts/recovery/failure-title.ts';
import { findWayOut, listTrappedJoints } from '../../parts/way-out.ts';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';

/** The failure, its recovery action, and the button that completes it once the arm is free. */
export function WayOutPanel() {
  const { t } = useTranslation();
  const { t: say } = useTranslation('recovery');
  const { t: recovery } = useTranslation('recovery');
  const { command, pending } = useCommand();
  const { failure, isConnected, wayOut, joints, isHeld } = useRobot(({ state }) => ({
    failure: state?.failure,
    isConnected: state?.isControllerConnected ?? false,
    wayOut: findWayOut(state),
    joints: listTrappedJoints(state),
    isHeld: state?.kind !== 'Failure',
  }));
  const device = useDeviceName(failure?.equipmentID);
  if (!wayOut || !failure) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={iconSizes.md} aria-hidden />}
      title={failureTitle(recovery, failure, device)}
      data-testid="way-out"
    >
      <p>{describeReason(failure)}</p>
      <p data-testid="way-out-text">{say(`wayOut.${wayOut}`, { joints })}</p>
      {wayOut === 'restart' ? (
        <RestartButton
          isWaiting={pending === 'restartController' || !isConnected}
          onRestart={() => void command('restartController', {})}
        />
      ) : (
        <Button
          {...guarded('recover')}
          size="xl"
          // Recovery is impossible while a manual motion continues.
          disabled={wayOut !== 'recover' || isHeld}
          loading={pending === 'recover'}
          onClick={() => void command('recover', {})}
        >
          {t('home.recover')}
        </Button>
      )}
    </Alert>
  );
}
