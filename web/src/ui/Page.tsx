import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** Controls beside the title that affect the whole screen. */
  readonly actions?: ReactNode;
  /** True if the screen is as high as the window and its parts scroll. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** Screen of lists and forms: a title, actions, and sections. */
export function Page({ title, actions, fills = false, children }: PageProps) {
  return (
    <div className={styles.page} data-fills={fills}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}

/** Part of such a screen with its own title. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
