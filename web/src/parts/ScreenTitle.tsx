import styles from './ScreenTitle.module.css';

/** Title of a screen for screen readers, where sighted users see it from the content. */
export function ScreenTitle({ children }: { readonly children: string }) {
  return <h1 className={styles.title}>{children}</h1>;
}
