import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGranters } from '../api/use-users.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Frame.module.css';

/** What a person that may only look is missing, and who can grant it. */
export default function MayOnlyLook() {
  const { t } = useTranslation();
  const granters = useGranters();
  return (
    <div className={styles.mayLook} role="note" data-testid="may-only-look">
      <IconLock size={iconSizes.md} aria-hidden />
      <span>{t('permission.mayLook', { granters })}</span>
    </div>
  );
}
