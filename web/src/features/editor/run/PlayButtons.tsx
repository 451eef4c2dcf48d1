import { findResumePlace } from '@cellwright/domain';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronUp, IconPlayerPlayFilled, IconPlayerSkipForwardFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { startsMotion } from '../../../ui/press/marks.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useEditor } from '../editor-context.ts';
import { testRunSpeed, type useRunCommands } from './use-run-commands.ts';

interface Props {
  readonly commands: ReturnType<typeof useRunCommands>;
  readonly isBlocked: boolean;
}

/** Every way to start the routine. */
export function PlayButtons({ commands, isBlocked }: Props) {
  const { t } = useTranslation();
  const { selection, session, mayOperate } = useEditor();
  const { isIdle, isStale, isTestRun, hasPlace } = useRobot(({ state, isStale }) => ({
    isIdle: state?.kind === 'Idle',
    isTestRun: (state?.testRunSpeed ?? null) !== null,
    hasPlace: findResumePlace(state?.resumePlaces, session.routine.id) !== undefined,
    isStale,
  }));
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  const isDisabled = !mayOperate || isBlocked || isStale || !isIdle;
  const from = selection.focusID;
  return (
    <>
      <Button
        {...startsMotion(hasPlace ? 'startOver' : 'play')}
        size="xl"
        // While it asks where to start, or a run can be continued, that is the next thing to do.
        variant={commands.question || hasPlace ? 'default' : 'filled'}
        leftSection={<IconPlayerPlayFilled {...icon} />}
        loading={commands.isWaiting}
        disabled={isDisabled}
        onClick={() => void commands.play()}
      >
        {t(hasPlace ? 'home.startOver' : 'home.play')}
      </Button>
      <ActionIcon
        {...startsMotion('stepOnce')}
        size="xl"
        variant="default"
        aria-label={t('editor.stepOnce')}
        title={t('editor.stepOnce')}
        disabled={isDisabled || commands.isWaiting}
        onClick={() => void commands.stepOnce(from)}
      >
        <IconPlayerSkipForwardFilled {...icon} />
      </ActionIcon>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon
            size="xl"
            variant="default"
            aria-label={t('editor.morePlay')}
            disabled={isDisabled || commands.isWaiting}
          >
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
    </>
  );
}
