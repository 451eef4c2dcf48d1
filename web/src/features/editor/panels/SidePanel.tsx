import { IconAlertTriangle, IconBug, IconForms, IconHistory, IconListDetails, IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PaneDivider, usePaneWidth } from '../../../ui/PaneDivider.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { CommentsPanel } from '../comments/CommentsPanel.tsx';
import { StepComments } from '../comments/StepComments.tsx';
import { DebugPanel } from '../debug/DebugPanel.tsx';
import styles from '../Editor.module.css';
import { type Editor, EditorContext } from '../editor-context.ts';
import { StepForm } from '../form/StepForm.tsx';
import { ItemsPanel } from './ItemsPanel.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import { type PanelName, panelNames } from './panel-names.ts';
import { VersionsPanel } from './VersionsPanel.tsx';

const icons = {
  step: IconForms,
  items: IconListDetails,
  problems: IconAlertTriangle,
  debug: IconBug,
  comments: IconMessage,
  versions: IconHistory,
} as const;

interface Props {
  /** The editor as the form shows it; another one while a version is previewed. */
  readonly shown: Editor;
  readonly panel: PanelName;
  readonly isHidden: boolean;
  onPanel(panel: PanelName): void;
}

/** Panel beside the tree: the form of the step, or a panel about the whole routine. */
export function SidePanel({ shown, panel, isHidden, onPanel }: Props) {
  const { t } = useTranslation();
  const pane = usePaneWidth('editor.side');
  return (
    <section
      className={styles.side}
      hidden={isHidden}
      aria-label={t(`editor.panels.${panel}`)}
      style={pane.width === undefined ? undefined : { flexBasis: pane.width, flexGrow: 0 }}
    >
      <PaneDivider label={t('editor.panes.side')} {...pane} min={320} max={640} />
      <div className={styles.tabs}>
        <Segments
          label={t('editor.show')}
          choices={panelNames.map((value) => ({ value, label: t(`editor.panels.${value}`), Icon: icons[value] }))}
          value={panel}
          onChange={onPanel}
        />
      </div>
      <div className={styles.panel}>
        {panel === 'step' && (
          <EditorContext value={shown}>
            <StepForm />
            <StepComments />
          </EditorContext>
        )}
        {panel === 'items' && <ItemsPanel />}
        {panel === 'problems' && <ProblemsPanel onOpen={() => onPanel('step')} />}
        {panel === 'debug' && <DebugPanel />}
        {panel === 'comments' && <CommentsPanel onOpen={() => onPanel('step')} />}
        {panel === 'versions' && <VersionsPanel />}
      </div>
    </section>
  );
}
