import { Button, type ButtonProps } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRepeat,
  IconRepeatOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { guarded, startsMotion } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';

const icon = { size: iconSizes.md, 'aria-hidden': true } as const;

type RunControlProps = Pick<ButtonProps, 'className'>;

function useRun() {
  const mayOperate = useMayOperate();
  const run = useRobot(({ state, isStale }) => ({
    isRunning: state?.kind === 'RoutineRunning',
    isPaused: state?.isPaused ?? false,
    // The run continues only when the prompt is answered.
    isAsking: Boolean(state?.prompt),
    isStopping: state?.run?.isStoppingAfterCycle ?? false,
    isStale,
  }));
  // A stop needs no permission; everything else does.
  return { ...run, isOff: run.isStale || !mayOperate || !run.isRunning };
}

export function PauseButton({ className }: RunControlProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isPaused, isAsking, isOff } = useRun();
  return (
    <Button
      {...guarded('pause')}
      className={className}
      size="xl"
      leftSection={<IconPlayerPauseFilled {...icon} />}
      loading={pending === 'pauseRoutine'}
      disabled={isOff || isPaused || isAsking}
      onClick={() => void command('pauseRoutine', {})}
    >
      {t('home.pause')}
    </Button>
  );
}

export function ResumeButton({ className }: RunControlProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isPaused, isAsking, isOff } = useRun();
  return (
    <Button
      {...startsMotion('resume')}
      className={className}
      size="xl"
      leftSection={<IconPlayerPlayFilled {...icon} />}
      loading={pending === 'resumeRoutine'}
      disabled={isOff || !isPaused || isAsking}
      onClick={() => void command('resumeRoutine', {})}
    >
      {t('home.resume')}
    </Button>
  );
}

export function StopRunButton({ className }: RunControlProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isRunning } = useRun();
  return (
    <Button
      {...guarded('stop')}
      className={className}
      size="xl"
      variant="default"
      leftSection={<IconPlayerStopFilled {...icon} />}
      loading={pending === 'stop'}
      disabled={!isRunning}
      onClick={() => void command('stop', {})}
    >
      {t('home.stop')}
    </Button>
  );
}

/** Stops the run after its cycle; a second press cancels that. */
export function StopAfterCycleButton({ className }: RunControlProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isRunning, isStopping, isOff } = useRun();
  const isOn = isRunning && isStopping;
  const kind = isOn ? 'continueAfterCycle' : 'stopAfterCycle';
  const Icon = isOn ? IconRepeat : IconRepeatOff;
  return (
    <Button
      {...guarded('stopAfterCycle')}
      className={className}
      size="xl"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<Icon {...icon} />}
      loading={pending === 'stopAfterCycle' || pending === 'continueAfterCycle'}
      disabled={isOff}
      onClick={() => void command(kind, {})}
    >
      {t(isOn ? 'home.stoppingAfterCycle' : 'home.stopAfterCycle')}
    </Button>
  );
}
