import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import {
  PauseButton,
  ResumeButton,
  StopAfterCycleButton,
  StopRunButton,
} from '../../../connected/run-controls/RunControls.tsx';
import { BrakesButton } from '../../../parts/BrakesButton.tsx';
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
  const row = useKeptFocus<HTMLDivElement>();
  const { command, pending } = useCommand();
  const { kind, isPaused, brakes, isStale } = useRobot(({ state, isStale }) => ({
    kind: state?.kind,
    isPaused: state?.isPaused ?? false,
    brakes: state?.brakes,
    isStale,
  }));
  const isRunning = kind === 'RoutineRunning';
  const hasBrakesOn = !isRunning && brakes === 'engaged';
  return (
    <div ref={row} className={styles.runButtons}>
      <div className={styles.starters}>
        {!isRunning && !hasBrakesOn && <PlayButtons commands={commands} isBlocked={isBlocked} />}
        {isRunning && isPaused && <ResumeButton isWaiting={commands.isWaiting} />}
      </div>
      <PauseButton variant={isRunning ? 'filled' : 'default'} />
      <StopRunButton />
      {isRunning && <StopAfterCycleButton isSmall />}
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
