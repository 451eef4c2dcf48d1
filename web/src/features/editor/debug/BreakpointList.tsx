import { type KeptBreakpoint, readExpression, showExpression } from '@cellwright/domain/run';
import { ActionIcon, Switch } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import forms from '../../../forms/Forms.module.css';
import { findEntry } from '../../../parts/step-index.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { sentenceOf } from '../tree/use-sentence.ts';
import debugStyles from './Debug.module.css';
import { DraftInput } from './DraftInput.tsx';
import { useDebugger } from './use-debugger.ts';

/** Breakpoints of the routine, each with its side of the step and its condition. */
export function BreakpointList() {
  const { t } = useTranslation();
  const { breakpoints } = useDebugger();
  return (
    <>
      <h2 className={styles.panelTitle}>{t('editor.debug.breakpoints')}</h2>
      {breakpoints.length === 0 && <p className={styles.hint}>{t('editor.debug.noBreakpoints')}</p>}
      {breakpoints.map((breakpoint, index) => (
        <BreakpointEntry key={keyOf(breakpoints, index)} breakpoint={breakpoint} />
      ))}
    </>
  );
}

/**
 * The key does not change when the breakpoint moves to the other side of its step, so that a draft in its entry is
 * kept.
 */
function keyOf(breakpoints: readonly KeptBreakpoint[], index: number): string {
  const stepID = breakpoints[index]?.stepID ?? '';
  return `${breakpoints.slice(0, index).filter((one) => one.stepID === stepID).length} ${stepID}`;
}

function BreakpointEntry({ breakpoint }: { readonly breakpoint: KeptBreakpoint }) {
  const { t } = useTranslation();
  const editor = useEditor();
  const { edit, remove, breakpoints } = useDebugger();
  const variables = useRobot(({ state }) => state?.variables) ?? {};
  const { stepID, when, condition, isEnabled } = breakpoint;
  const entry = findEntry(editor.session.routine, stepID);
  if (!entry) return null;
  const { path } = entry;
  const other = when === 'before' ? 'after' : 'before';
  const isOtherTaken = breakpoints.some((one) => one.stepID === stepID && one.when === other);
  return (
    <fieldset className={forms.group} disabled={!editor.mayOperate} data-testid="breakpoint-entry">
      <legend className={forms.label}>{`${path} ${sentenceOf(editor, entry.step)}`}</legend>
      <div className={debugStyles.line}>
        <Switch
          size="md"
          label={t('editor.debug.isEnabled')}
          checked={isEnabled}
          onChange={({ currentTarget: { checked } }) => void edit(breakpoint, { isEnabled: checked })}
        />
        <Segments
          label={t('editor.debug.side')}
          choices={(['before', 'after'] as const).map((value) => ({ value, label: t(`editor.debug.sides.${value}`) }))}
          value={when}
          onChange={(next) => {
            if (next !== when && !isOtherTaken) void edit(breakpoint, { when: next });
          }}
        />
        <ActionIcon
          size="md"
          aria-label={t('editor.debug.removeBreakpoint', { path })}
          onClick={() => void remove(breakpoint)}
        >
          <IconTrash size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </div>
      <DraftInput
        label={t('editor.debug.condition')}
        placeholder={t('editor.debug.always')}
        value={condition === null ? '' : showExpression(condition, variables)}
        onCommit={(text) => {
          const next = text.trim() === '' ? null : readExpression(text, variables);
          void edit(breakpoint, { condition: next });
        }}
      />
    </fieldset>
  );
}
