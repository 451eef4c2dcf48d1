import '../i18n/permission.ts';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor } from '../api/cell.ts';
import { useGranters } from '../api/use-users.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Frame.module.css';

/** Names the permissions that a read-only user, or an author without a robot, lacks, and who can grant them. */
export default function MayOnlyLook() {
  const { t } = useTranslation();
  const granters = useGranters();
  const mayAuthor = useMayAuthor();
  return (
    <div className={styles.mayLook} role="status" data-testid="may-only-look">
      <IconLock size={iconSizes.md} aria-hidden />
      <span>{t(mayAuthor ? 'permission.mayNotMove' : 'permission.mayLook', { granters })}</span>
    </div>
  );
}
