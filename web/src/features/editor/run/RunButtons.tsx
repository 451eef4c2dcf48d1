import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconChevronUp,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForwardFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { BrakesButton } from '../../../ui/BrakesButton.tsx';
import { guarded, startsMotion } from '../../../ui/press/marks.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { testRunSpeed, type useRunCommands } from './use-run-commands.ts';

interface Props {
  readonly commands: ReturnType<typeof useRunCommands>;
  /** Problems keep the routine from loading. */
  readonly isBlocked: boolean;
}

/** What the robot lets one do now; the obvious one is filled. */
export function RunButtons(props: Props) {
  const row = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={row} className={styles.runButtons}>
      <ButtonsNow {...props} />
    </div>
  );
}

function ButtonsNow({ commands, isBlocked }: Props) {
  const { t } = useTranslation();
  const { selection } = useEditor();
  const { command, pending } = useCommand();
  const { kind, isPaused, brakes, isStale, isStopping, isTestRun, asks } = useRobot(({ state, isStale }) => ({
    kind: state?.kind,
    isPaused: state?.isPaused ?? false,
    brakes: state?.brakes,
    isStopping: state?.run?.isStoppingAfterCycle ?? false,
    isTestRun: (state?.testRunSpeed ?? null) !== null,
    // The answer to the prompt is what lets the run go on.
    asks: Boolean(state?.prompt),
    isStale,
  }));
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  const isBusy = commands.isWaiting || pending !== undefined;
  if (kind === 'RoutineRunning') {
    return (
      <>
        <div className={styles.starters}>
          {isPaused && (
            <Button
              {...startsMotion('resume')}
              size="xl"
              leftSection={<IconPlayerPlayFilled {...icon} />}
              loading={isBusy}
              disabled={isStale || asks}
              onClick={() => void command('resumeRoutine', {})}
            >
              {t('home.resume')}
            </Button>
          )}
        </div>
        {!isPaused && (
          <Button
            {...guarded('pause')}
            size="xl"
            leftSection={<IconPlayerPauseFilled {...icon} />}
            loading={isBusy}
            disabled={isStale}
            onClick={() => void command('pauseRoutine', {})}
          >
            {t('home.pause')}
          </Button>
        )}
        <Button
          {...guarded('stop')}
          size="xl"
          variant="default"
          leftSection={<IconPlayerStopFilled {...icon} />}
          onClick={() => void command('stop', {})}
        >
          {t('home.stop')}
        </Button>
        <Button
          {...guarded('stopAfterCycle')}
          size="xl"
          variant="default"
          loading={pending === 'stopAfterCycle'}
          disabled={isStale || isStopping}
          onClick={() => void command('stopAfterCycle', {})}
        >
          {t(isStopping ? 'home.stoppingAfterCycle' : 'home.stopAfterCycle')}
        </Button>
      </>
    );
  }
  if (brakes === 'engaged') {
    return (
      <>
        <div className={styles.starters} />
        <BrakesButton
          brakes={brakes}
          isWaiting={pending === 'setBrakes'}
          isDisabled={isStale || kind !== 'Idle'}
          onSet={(state) => void command('setBrakes', { state })}
        />
      </>
    );
  }
  const isDisabled = isBlocked || isStale || kind !== 'Idle';
  const from = selection.focusID;
  return (
    <div className={styles.starters}>
      <Button
        {...startsMotion('play')}
        size="xl"
        // While it asks where to start, the answer is the next thing to do.
        variant={commands.question ? 'default' : 'filled'}
        leftSection={<IconPlayerPlayFilled {...icon} />}
        loading={isBusy}
        disabled={isDisabled}
        onClick={() => void commands.play()}
      >
        {t('home.play')}
      </Button>
      <ActionIcon
        {...startsMotion('stepOnce')}
        size="xl"
        variant="default"
        aria-label={t('editor.stepOnce')}
        title={t('editor.stepOnce')}
        disabled={isDisabled || isBusy}
        onClick={() => void commands.stepOnce(from)}
      >
        <IconPlayerSkipForwardFilled {...icon} />
      </ActionIcon>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon size="xl" variant="default" aria-label={t('editor.morePlay')} disabled={isDisabled || isBusy}>
            <IconChevronUp {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item {...startsMotion('testRun')} h={44} onClick={() => void commands.testRun()}>
            {t('editor.testRun', { percent: testRunSpeed * 100 })}
          </Menu.Item>
          {isTestRun && (
            <Menu.Item h={44} onClick={() => void commands.endTestRun()}>
              {t('editor.fullSpeed')}
            </Menu.Item>
          )}
          <Menu.Item
            {...startsMotion('playFrom')}
            h={44}
            disabled={from === undefined}
            onClick={() => void commands.play(from)}
          >
            {t('editor.playFrom')}
          </Menu.Item>
          <Menu.Item
            {...startsMotion('runTo')}
            h={44}
            disabled={from === undefined}
            onClick={() => from && void commands.runTo(from)}
          >
            {t('editor.debug.playTo')}
          </Menu.Item>
          <Menu.Item h={44} onClick={() => void commands.startPaused()}>
            {t('editor.debug.startPaused')}
          </Menu.Item>
          <Menu.Item h={44} disabled={commands.isLoaded} onClick={() => void commands.load()}>
            {t(commands.isLoaded ? 'editor.loaded' : 'editor.load')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
