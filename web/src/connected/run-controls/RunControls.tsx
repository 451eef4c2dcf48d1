import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
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

/** Look of a control of the run; its effect and the states in which it can be pressed are the same on every screen. */
export interface RunControlProps extends Pick<ButtonProps, 'className' | 'variant'> {
  /** True while it waits for something else than its own command. */
  readonly isWaiting?: boolean;
}

function useRun() {
  const mayOperate = useMayOperate();
  const run = useRobot(({ state, isStale }) => ({
    isRunning: state?.kind === 'RoutineRunning',
    isPaused: state?.isPaused ?? false,
    // The answer to the prompt is what lets the run continue.
    isAsking: Boolean(state?.prompt),
    isStopping: state?.run?.isStoppingAfterCycle ?? false,
    isStale,
  }));
  // A stop needs no permission; everything else does.
  return { ...run, isOff: run.isStale || !mayOperate };
}

export function PauseButton({ className, variant = 'filled', isWaiting = false }: RunControlProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isRunning, isPaused, isAsking, isOff } = useRun();
  return (
    <Button
      {...guarded('pause')}
      {...(className !== undefined && { className })}
      size="xl"
      variant={variant}
      leftSection={<IconPlayerPauseFilled {...icon} />}
      loading={isWaiting || pending === 'pauseRoutine'}
      disabled={isOff || !isRunning || isPaused || isAsking}
      onClick={() => void command('pauseRoutine', {})}
    >
      {t('home.pause')}
    </Button>
  );
}

export function ResumeButton({ className, isWaiting = false }: RunControlProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isRunning, isPaused, isAsking, isOff } = useRun();
  return (
    <Button
      {...startsMotion('resume')}
      {...(className !== undefined && { className })}
      size="xl"
      leftSection={<IconPlayerPlayFilled {...icon} />}
      loading={isWaiting || pending === 'resumeRoutine'}
      disabled={isOff || !isRunning || !isPaused || isAsking}
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
      {...(className !== undefined && { className })}
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

/** Stops the run after its cycle; pressed again, it lets the run continue. */
export function StopAfterCycleButton({ className, isSmall = false }: RunControlProps & { readonly isSmall?: boolean }) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { isRunning, isStopping, isOff } = useRun();
  const isOn = isRunning && isStopping;
  const kind = isOn ? 'continueAfterCycle' : 'stopAfterCycle';
  const Icon = isOn ? IconRepeat : IconRepeatOff;
  const common = {
    ...guarded('stopAfterCycle'),
    ...(className !== undefined && { className }),
    size: 'xl',
    variant: isOn ? 'light' : 'default',
    'aria-pressed': isOn,
    loading: pending === 'stopAfterCycle' || pending === 'continueAfterCycle',
    disabled: isOff || !isRunning,
    onClick: () => void command(kind, {}),
  };
  const text = t(isOn ? 'home.stoppingAfterCycle' : 'home.stopAfterCycle');
  if (isSmall)
    return (
      <ActionIcon {...common} aria-label={t('home.stopAfterCycle')} title={text}>
        <Icon {...icon} />
      </ActionIcon>
    );
  return (
    <Button {...common} leftSection={<Icon {...icon} />}>
      {text}
    </Button>
  );
}
