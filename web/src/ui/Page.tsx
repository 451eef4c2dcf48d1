import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** Beside the title: what is chosen or done on the whole screen. */
  readonly actions?: ReactNode;
  /** True: the screen is as high as the window, and its parts scroll. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** A screen of lists and forms: its name, what is done with all of it, and its sections. */
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

/** A part of such a screen with a name of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
