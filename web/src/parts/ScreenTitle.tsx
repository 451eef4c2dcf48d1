import styles from './ScreenTitle.module.css';

/** Names a screen to screen readers where its picture says it to everybody else. */
export function ScreenTitle({ children }: { readonly children: string }) {
  return <h1 className={styles.title}>{children}</h1>;
}
