import { Button } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconBug, IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { translateMessage } from '../../../i18n/cell-words.ts';
import { startsMotion } from '../../../ui/press/marks.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useEditor } from '../editor-context.ts';
import styles from './Debug.module.css';

/** Shows where and why the run is paused, with buttons to continue step by step. */
export function DebugBar({ onDebug }: { onDebug(): void }) {
  const { t } = useTranslation();
  const { session, selection, mayOperate } = useEditor();
  const { command, pending } = useCommand();
  const { place, isStale, asks } = useRobot(({ state, isStale }) => ({
    place:
      state?.kind === 'RoutineRunning' && state.routine?.id === session.routine.id ? state.debug.pausedAt : undefined,
    isStale,
    asks: Boolean(state?.prompt),
  }));
  // A prompt is answered first: it covers the screen, and says what happens afterwards.
  if (!place || asks) return null;
  const isDisabled = isStale || !mayOperate || pending !== undefined;
  const icon = { size: iconSizes.sm, 'aria-hidden': true } as const;
  const chosen = selection.focusID;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('editor.debug.toolbar')} data-testid="debug-bar">
      <span className={styles.place} data-testid="paused-at">
        <strong>
          {place.stepPath === null
            ? t('editor.debug.between')
            : t(`editor.debug.at.${place.when}`, { path: place.stepPath })}
        </strong>
        <span className={styles.reason}>
          {t(`editor.debug.reasons.${place.reason}`)}
          {place.thread !== 'main' && ` · ${t('editor.debug.beside')}`}
          {place.problem !== null && ` · ${translateMessage(place.problem)}`}
        </span>
      </span>
      <Button
        {...startsMotion('stepOver')}
        size="md"
        variant="default"
        leftSection={<IconArrowRight {...icon} />}
        disabled={isDisabled}
        onClick={() => void command('stepOver', {})}
      >
        {t('editor.debug.stepOver')}
      </Button>
      <Button
        {...startsMotion('stepInto')}
        size="md"
        variant="default"
        leftSection={<IconArrowDownRight {...icon} />}
        disabled={isDisabled}
        onClick={() => void command('stepInto', {})}
      >
        {t('editor.debug.stepInto')}
      </Button>
      <Button
        {...startsMotion('runTo')}
        size="md"
        variant="default"
        leftSection={<IconTargetArrow {...icon} />}
        disabled={isDisabled || chosen === undefined}
        title={t('editor.debug.runToHint')}
        onClick={() => void command('runTo', { stepID: chosen ?? '' })}
      >
        {t('editor.debug.runTo')}
      </Button>
      <Button size="md" variant="subtle" leftSection={<IconBug {...icon} />} onClick={onDebug}>
        {t('editor.panels.debug')}
      </Button>
    </div>
  );
}
