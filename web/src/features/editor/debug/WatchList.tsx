import { readExpression, showExpression } from '@cellwright/domain/run';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import forms from '../../../forms/Forms.module.css';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import debugStyles from './Debug.module.css';
import { DraftInput } from './DraftInput.tsx';
import { useDebugger } from './use-debugger.ts';

/** Watched expressions with their values, and a field to add one. */
export function WatchList() {
  const { t } = useTranslation();
  const { mayOperate } = useEditor();
  const { watches, watch, unwatch } = useDebugger();
  const variables = useRobot(({ state }) => state?.variables) ?? {};
  return (
    <>
      <h2 className={styles.panelTitle}>{t('editor.debug.watches')}</h2>
      <ul className={styles.plainList}>
        {watches.map(({ expression, value, problem }, index) => {
          const text = showExpression(expression, variables);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same expression may be watched twice
            <li key={`${index} ${text}`} className={debugStyles.line} data-testid="watch">
              <code className={debugStyles.expression}>{text}</code>
              {value === null ? (
                <span className={forms.problem}>{problem}</span>
              ) : (
                <output className={`tabular ${styles.live}`}>{String(value)}</output>
              )}
              <ActionIcon
                size="md"
                aria-label={t('editor.debug.unwatch', { expression: text })}
                disabled={!mayOperate}
                onClick={() => void unwatch(index)}
              >
                <IconTrash size={iconSizes.sm} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <DraftInput
        label={t('editor.debug.watch')}
        placeholder="count > 3"
        value=""
        isReadOnly={!mayOperate}
        onCommit={(text) => {
          if (text.trim() !== '') void watch({ expression: readExpression(text, variables) });
        }}
      />
    </>
  );
}
