import '../../i18n/help.ts';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsSignedIn } from '../../api/use-session.ts';
import { Article } from './Article.tsx';
import type { LegalName } from './articles.ts';
import styles from './Help.module.css';

/** Legal page: inside the frame, or before signing in on its own, with a link back to the sign-in. */
export function LegalPage({ name }: { readonly name: LegalName }) {
  const { t } = useTranslation('help');
  const isInApp = useIsSignedIn();
  return (
    <div className={styles.page}>
      <Article name={name} isInApp={isInApp} />
      {!isInApp && (
        <Anchor href="/login" className={styles.footLink}>
          {t('toSignIn')}
        </Anchor>
      )}
    </div>
  );
}
