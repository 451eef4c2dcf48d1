import '../i18n/permission.ts';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Permitted.module.css';

interface PermittedProps {
  /** True if the user has the permission that the controls inside need. */
  readonly isAllowed: boolean;
  readonly children: ReactNode;
}

/** Disables the controls inside if the user lacks the permission that they need. */
export function Permitted({ isAllowed, children }: PermittedProps) {
  return (
    <fieldset className={styles.permitted} disabled={!isAllowed}>
      {children}
    </fieldset>
  );
}

/**
 * Explains to an operator why a screen is read-only, and who can grant the permission to author; empty for all others.
 */
export function AuthorNote({ granters }: { readonly granters: string | undefined }) {
  const { t } = useTranslation();
  if (granters === undefined) return null;
  return (
    <p className={styles.note} role="note" data-testid="may-not-author">
      <IconLock size={iconSizes.md} aria-hidden />
      <span>{t('permission.mayNotAuthor', { granters })}</span>
    </p>
  );
}
