import { useTranslation } from 'react-i18next';
import { useEditor } from '../editor-context.ts';
import styles from './Debug.module.css';
import { useBreakpoints } from './use-debugger.ts';

interface Props {
  readonly stepID: string;
  readonly path: string;
  readonly breakpoint: 'plain' | 'conditional' | 'off' | undefined;
}

/** Button beside each step in the margin of the tree: sets a breakpoint before the step, or removes its breakpoints. */
export function BreakpointButton({ stepID, path, breakpoint }: Props) {
  const { t } = useTranslation();
  const { mayOperate } = useEditor();
  const { toggle } = useBreakpoints();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.gutter}
      data-breakpoint={breakpoint}
      data-testid="breakpoint"
      aria-pressed={breakpoint !== undefined}
      aria-label={t('editor.debug.breakpointAt', { path })}
      title={t('editor.debug.breakpointHint')}
      disabled={!mayOperate}
      onClick={(event) => {
        event.stopPropagation();
        void toggle(stepID);
      }}
    >
      <span className={styles.dot} aria-hidden />
    </button>
  );
}
