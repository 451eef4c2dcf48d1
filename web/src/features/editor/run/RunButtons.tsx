import { ActionIcon, Button } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerStopFilled, IconRepeatOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { BrakesButton } from '../../../parts/BrakesButton.tsx';
import { guarded, startsMotion } from '../../../ui/press/marks.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import styles from '../Editor.module.css';
import { PlayButtons } from './PlayButtons.tsx';
import type { useRunCommands } from './use-run-commands.ts';

interface Props {
  readonly commands: ReturnType<typeof useRunCommands>;
  /** Problems keep the routine from loading. */
  readonly isBlocked: boolean;
}

/** What the robot lets one do now, each button at its place; the obvious one is filled. */
export function RunButtons({ commands, isBlocked }: Props) {
  const { t } = useTranslation();
  const row = useKeptFocus<HTMLDivElement>();
  const { command, pending } = useCommand();
  const { kind, isPaused, brakes, isStale, isStopping, asks } = useRobot(({ state, isStale }) => ({
    kind: state?.kind,
    isPaused: state?.isPaused ?? false,
    brakes: state?.brakes,
    isStopping: state?.run?.isStoppingAfterCycle ?? false,
    // The answer to the prompt is what lets the run go on.
    asks: Boolean(state?.prompt),
    isStale,
  }));
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  const isRunning = kind === 'RoutineRunning';
  const hasBrakesOn = !isRunning && brakes === 'engaged';
  return (
    <div ref={row} className={styles.runButtons}>
      <div className={styles.starters}>
        {!isRunning && !hasBrakesOn && <PlayButtons commands={commands} isBlocked={isBlocked} />}
        {isRunning && isPaused && (
          <Button
            {...startsMotion('resume')}
            size="xl"
            leftSection={<IconPlayerPlayFilled {...icon} />}
            loading={commands.isWaiting || pending === 'resumeRoutine'}
            disabled={isStale || asks}
            onClick={() => void command('resumeRoutine', {})}
          >
            {t('home.resume')}
          </Button>
        )}
      </div>
      <Button
        {...guarded('pause')}
        size="xl"
        variant={isRunning ? 'filled' : 'default'}
        leftSection={<IconPlayerPauseFilled {...icon} />}
        loading={pending === 'pauseRoutine'}
        disabled={isStale || !isRunning || isPaused}
        onClick={() => void command('pauseRoutine', {})}
      >
        {t('home.pause')}
      </Button>
      <Button
        {...guarded('stop')}
        size="xl"
        variant="default"
        leftSection={<IconPlayerStopFilled {...icon} />}
        disabled={!isRunning}
        onClick={() => void command('stop', {})}
      >
        {t('home.stop')}
      </Button>
      {isRunning && (
        <ActionIcon
          {...guarded('stopAfterCycle')}
          size="xl"
          variant="default"
          aria-label={t(isStopping ? 'home.stoppingAfterCycle' : 'home.stopAfterCycle')}
          title={t(isStopping ? 'home.stoppingAfterCycle' : 'home.stopAfterCycle')}
          loading={pending === 'stopAfterCycle'}
          disabled={isStale || isStopping}
          onClick={() => void command('stopAfterCycle', {})}
        >
          <IconRepeatOff {...icon} />
        </ActionIcon>
      )}
      {hasBrakesOn && (
        <BrakesButton
          brakes={brakes}
          isWaiting={pending === 'setBrakes'}
          isDisabled={isStale || kind !== 'Idle'}
          onSet={(state) => void command('setBrakes', { state })}
        />
      )}
    </div>
  );
}
