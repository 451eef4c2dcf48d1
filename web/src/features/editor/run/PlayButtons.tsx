import { findResumePlace } from '@cellwright/domain/run';
import { Button, Menu } from '@mantine/core';
import { IconChevronUp, IconPlayerPlayFilled, IconPlayerSkipForwardFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { ActButton } from '../../../connected/run-strip/ActButton.tsx';
import { InStrip } from '../../../connected/run-strip/InStrip.tsx';
import { useStrip } from '../../../connected/run-strip/strip-places.ts';
import { findNextAction } from '../../../parts/next-action.ts';
import { startsMotion } from '../../../ui/press/marks.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useEditor } from '../editor-context.ts';
import { testRunSpeed, type useRunCommands } from './use-run-commands.ts';

const icon = { size: iconSizes.md, 'aria-hidden': true } as const;

interface Props {
  readonly commands: ReturnType<typeof useRunCommands>;
  /** True if problems prevent loading the routine. */
  readonly isBlocked: boolean;
}

/** Buttons of the editor in the strip: every way to start the routine, and recovery actions. */
export function PlayButtons({ commands, isBlocked }: Props) {
  useStrip();
  const { mayOperate } = useEditor();
  const { action, kind, brakes, isStale } = useRobot(({ state, isStale }) => ({
    action: findNextAction(state),
    kind: state?.kind,
    brakes: state?.brakes,
    isStale,
  }));
  if (kind === 'RoutineRunning') return null;
  const isDisabled = !mayOperate || isBlocked || isStale || kind !== 'Idle';
  return (
    <>
      <InStrip place="act">
        <ActButton action={action} />
      </InStrip>
      {brakes !== 'engaged' && (
        <>
          <Play commands={commands} isDisabled={isDisabled} />
          <StepOnce commands={commands} isDisabled={isDisabled || commands.isWaiting} />
          <MorePlay commands={commands} isDisabled={isDisabled || commands.isWaiting} />
        </>
      )}
    </>
  );
}

interface StartProps extends Pick<Props, 'commands'> {
  readonly isDisabled: boolean;
}

/**
 * Plays from the first step. A run that can be continued takes the place of Play; a prompt takes precedence over both.
 */
function Play({ commands, isDisabled }: StartProps) {
  const { t } = useTranslation();
  const { session } = useEditor();
  const hasPlace = useRobot(({ state }) => findResumePlace(state?.resumePlaces, session.routine.id) !== undefined);
  const { question } = commands;
  if (question) {
    return (
      <InStrip place={hasPlace ? 'over' : 'start'}>
        <Button {...startsMotion('startHere')} size="xl" disabled={isDisabled} onClick={question.confirm}>
          {t('editor.startHere')}
        </Button>
      </InStrip>
    );
  }
  return (
    <InStrip place={hasPlace ? 'over' : 'start'}>
      <Button
        {...startsMotion(hasPlace ? 'startOver' : 'play')}
        size="xl"
        // While a run can be continued, that is the next action.
        variant={hasPlace ? 'default' : 'filled'}
        leftSection={<IconPlayerPlayFilled {...icon} />}
        loading={commands.isWaiting}
        disabled={isDisabled}
        onClick={() => void commands.play()}
      >
        {t(hasPlace ? 'home.startOver' : 'home.play')}
      </Button>
    </InStrip>
  );
}

function StepOnce({ commands, isDisabled }: StartProps) {
  const { t } = useTranslation();
  const from = useEditor().selection.focusID;
  return (
    <InStrip place="one">
      <Button
        {...startsMotion('stepOnce')}
        size="xl"
        variant="default"
        leftSection={<IconPlayerSkipForwardFilled {...icon} />}
        disabled={isDisabled}
        onClick={() => void commands.stepOnce(from)}
      >
        {t('editor.stepOnce')}
      </Button>
    </InStrip>
  );
}

function MorePlay({ commands, isDisabled }: StartProps) {
  const { t } = useTranslation();
  const from = useEditor().selection.focusID;
  const isTestRun = useRobot(({ state }) => (state?.testRunSpeed ?? null) !== null);
  return (
    <InStrip place="two">
      <Menu position="top-end">
        <Menu.Target>
          <Button size="xl" variant="default" leftSection={<IconChevronUp {...icon} />} disabled={isDisabled}>
            {t('editor.morePlay')}
          </Button>
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
    </InStrip>
  );
}
