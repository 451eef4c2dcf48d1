import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor, useMayOperate } from '../api/cell.ts';
import { useGranters } from '../api/use-users.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Permitted.module.css';

interface PermittedProps {
  /** The permission that the controls inside need. */
  readonly by: 'author' | 'connectToRobot';
  readonly children: ReactNode;
}

/** Disables the controls inside without the permission that they need. */
export function Permitted({ by, children }: PermittedProps) {
  const may = { author: useMayAuthor(), connectToRobot: useMayOperate() };
  return (
    <fieldset className={styles.permitted} disabled={!may[by]}>
      {children}
    </fieldset>
  );
}

/** Tells an operator without the permission to author why a screen is read-only. Without any permission, the frame does. */
export function AuthorNote() {
  const mayAuthor = useMayAuthor();
  const mayOperate = useMayOperate();
  return mayOperate && !mayAuthor ? <Note /> : null;
}

function Note() {
  const { t } = useTranslation();
  const granters = useGranters();
  return (
    <p className={styles.note} role="note" data-testid="may-not-author">
      <IconLock size={iconSizes.md} aria-hidden />
      <span>{t('permission.mayNotAuthor', { granters })}</span>
    </p>
  );
}
