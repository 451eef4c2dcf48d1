import type { ReactNode } from 'react';
import { Page } from '../../ui/Page.tsx';
import { BackToPanel } from './BackToPanel.tsx';
import styles from './ControlPanel.module.css';
import { LockButton } from './LockButton.tsx';

interface PanelPageProps {
  readonly title: string;
  /** Beside the way back to the index. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Page of a screen in the control panel, with the way back to the index and the lock button. */
export function PanelPage({ title, tools, children }: PanelPageProps) {
  return (
    <Page title={title} actions={<LockButton />}>
      <div className={styles.tools}>
        <BackToPanel />
        {tools}
      </div>
      {children}
    </Page>
  );
}
