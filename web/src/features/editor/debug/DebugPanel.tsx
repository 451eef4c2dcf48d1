import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { findEntry } from '../../../parts/step-index.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { BreakpointList } from './BreakpointList.tsx';
import { DebugVariables } from './DebugVariables.tsx';
import { useDebugger } from './use-debugger.ts';
import { WatchList } from './WatchList.tsx';

/** Debug panel: variables, watched expressions, breakpoints, and steps that this run skips. */
export function DebugPanel() {
  return (
    <>
      <DebugVariables />
      <WatchList />
      <BreakpointList />
      <SkippedSteps />
    </>
  );
}

function SkippedSteps() {
  const { t } = useTranslation();
  const { session, selection, mayOperate } = useEditor();
  const { disabledStepIDs } = useDebugger();
  const { command, pending } = useCommand();
  const isLoaded = useRobot(({ state }) => state?.routine?.id === session.routine.id);
  const chosen = findEntry(session.routine, selection.focusID ?? '');
  const set = (stepID: string, isDisabled: boolean) => void command('setStepDisabled', { stepID, isDisabled });
  const isSkipped = chosen !== undefined && disabledStepIDs.includes(chosen.step.id);
  return (
    <>
      <h2 className={styles.panelTitle}>{t('editor.debug.skipped')}</h2>
      {disabledStepIDs.map((stepID) => (
        <p key={stepID} className={styles.hint}>
          {t('editor.debug.isSkipped', { path: findEntry(session.routine, stepID)?.path ?? stepID })}
        </p>
      ))}
      <Button
        size="md"
        variant="default"
        leftSection={<IconEyeOff size={iconSizes.sm} aria-hidden />}
        disabled={!mayOperate || !isLoaded || chosen === undefined || pending !== undefined}
        onClick={() => chosen && set(chosen.step.id, !isSkipped)}
      >
        {t(isSkipped ? 'editor.debug.unskip' : 'editor.debug.skip', { path: chosen?.path ?? '' })}
      </Button>
    </>
  );
}
