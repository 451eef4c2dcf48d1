import { findResumePlace } from '@cellwright/domain';
import { Button } from '@mantine/core';
import {
  IconArrowsMove,
  IconListCheck,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconRefreshAlert,
  IconRoute,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { useSpeed } from '../../api/use-speed.ts';
import {
  PauseButton,
  ResumeButton,
  StopAfterCycleButton,
  StopRunButton,
} from '../../connected/run-controls/RunControls.tsx';
import { BrakesButton } from '../../parts/BrakesButton.tsx';
import { RestartButton } from '../../parts/RestartButton.tsx';
import { guarded, startsMotion } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './Home.module.css';
import { type BrokenDevice, isHeldUp, type NextAction } from './next-action.ts';

// Its buttons load after those that the operator needs first; their place is kept.
const SpeedStepper = lazy(() => import('../../parts/run-strip/SpeedStepper.tsx'));

interface Props {
  readonly action: NextAction;
  /** Keeps the routine from being played while it cannot work. */
  readonly broken?: BrokenDevice | undefined;
  /** Receives the place of the button that continues a run of the loaded routine, while there is one. */
  onSlot(slot: HTMLElement | null): void;
}

/** The big buttons, each at its place: the obvious next one is filled. */
export function NextButtons({ action, broken, onSlot }: Props) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const speed = useSpeed();
  const row = useKeptFocus<HTMLDivElement>();
  const navigate = useNavigate();
  const mayOperate = useMayOperate();
  const { brakes, isConnected, hasRoutine, hasPlace, isStale } = useRobot(({ state, isStale }) => ({
    brakes: state?.brakes,
    isConnected: state?.isControllerConnected ?? false,
    hasRoutine: (state?.routine ?? null) !== null,
    hasPlace: findResumePlace(state?.resumePlaces, state?.routine?.id) !== undefined,
    isStale,
  }));
  const isOff = isStale || !mayOperate;
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  const isByHand = action === 'guide' || action === 'moveAway';
  const isRunning = action === 'watchRun' || action === 'resume' || action === 'answer';
  return (
    <div ref={row} className={styles.buttons}>
      <div className={styles.speed}>
        <Suspense>
          <SpeedStepper {...speed} />
        </Suspense>
      </div>
      {hasPlace && !isRunning && <div ref={onSlot} className={styles.start} />}
      {action === 'resume' && <ResumeButton className={styles.start} />}
      {action === 'play' && (
        <Button
          {...startsMotion('play')}
          className={styles.start}
          size="xl"
          leftSection={<IconPlayerPlayFilled {...icon} />}
          loading={pending === 'playRoutine'}
          disabled={isOff || isHeldUp(action, broken)}
          onClick={() => void command('playRoutine', {})}
        >
          {t('home.play')}
        </Button>
      )}
      <PauseButton className={styles.pause} />
      {action === 'recover' && (
        <Button
          {...guarded('recover')}
          className={styles.act}
          size="xl"
          leftSection={<IconRefreshAlert {...icon} />}
          loading={pending === 'recover'}
          disabled={isOff}
          onClick={() => void command('recover', {})}
        >
          {t('home.recover')}
        </Button>
      )}
      {action === 'restart' && (
        <RestartButton
          className={styles.act}
          isDisabled={isOff}
          isWaiting={pending === 'restartController' || !isConnected}
          onRestart={() => void command('restartController', {})}
        />
      )}
      {(action === 'releaseBrakes' || action === 'engageBrakes') && (
        <BrakesButton
          className={styles.act}
          brakes={brakes}
          isWaiting={pending === 'setBrakes'}
          isDisabled={isOff}
          onSet={(state) => void command('setBrakes', { state })}
        />
      )}
      {!hasRoutine && (action === 'chooseRoutine' || action === 'releaseBrakes') && (
        <Button
          size="xl"
          variant={action === 'chooseRoutine' ? 'filled' : 'default'}
          className={styles.check}
          leftSection={<IconRoute {...icon} />}
          onClick={() => void navigate({ to: '/routines' })}
        >
          {t('home.chooseRoutine')}
        </Button>
      )}
      <StopAfterCycleButton className={styles.cycle} />
      <StopRunButton className={styles.stop} />
      {hasPlace && !isRunning && (
        <Button
          {...startsMotion('startOver')}
          className={styles.over}
          size="xl"
          variant="default"
          leftSection={<IconPlayerSkipBackFilled {...icon} />}
          loading={pending === 'playRoutine'}
          disabled={isOff || action !== 'continueRun' || isHeldUp(action, broken)}
          // The card of the run asks about effects outside that may have happened.
          onClick={() => void command('playRoutine', { isConfirmed: true })}
        >
          {t('home.startOver')}
        </Button>
      )}
      {(action === 'play' || action === 'continueRun') && (
        <Button
          size="xl"
          variant="default"
          className={styles.check}
          leftSection={<IconListCheck {...icon} />}
          onClick={() => void navigate({ to: '/preflight' })}
        >
          {t('home.preflight')}
        </Button>
      )}
      {!isRunning && (
        <Button
          size="xl"
          variant={isByHand ? 'filled' : 'default'}
          className={styles.go}
          leftSection={<IconArrowsMove {...icon} />}
          onClick={() => void navigate({ to: '/move' })}
        >
          {t(isByHand ? 'wayOut.move' : 'home.move')}
        </Button>
      )}
    </div>
  );
}
