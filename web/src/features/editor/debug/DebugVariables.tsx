import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import debugStyles from './Debug.module.css';
import { DraftInput } from './DraftInput.tsx';

/** Variables of the run; read-only while it plays. */
export function DebugVariables() {
  const { t } = useTranslation();
  const { session, mayOperate } = useEditor();
  const { command } = useCommand();
  const { variables, isPlaying } = useRobot(({ state }) => ({
    variables: state?.routine?.id === session.routine.id ? state.variables : undefined,
    isPlaying: state?.run?.status === 'running',
  }));
  const all = Object.entries(variables ?? {});
  return (
    <>
      <h2 className={styles.panelTitle}>{t('editor.debug.variables')}</h2>
      {variables === undefined && <p className={styles.hint}>{t('editor.debug.notLoaded')}</p>}
      {variables !== undefined && all.length === 0 && <p className={styles.hint}>{t('editor.debug.noVariables')}</p>}
      <div className={debugStyles.variables}>
        {all.map(([variableID, { name, value }]) => (
          <DraftInput
            key={variableID}
            label={name}
            value={String(value)}
            isReadOnly={!mayOperate || isPlaying}
            onCommit={(text) => void command('setVariableState', { variableID, value: text })}
          />
        ))}
      </div>
    </>
  );
}
