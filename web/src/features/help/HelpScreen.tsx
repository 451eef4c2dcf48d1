import '../../i18n/help.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page, Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { articleNames } from './articles.ts';
import styles from './Help.module.css';

/** `/help`: every article, and the legal pages. */
export default function HelpScreen() {
  const { t } = useTranslation('help');
  return (
    <Page title={t('title')}>
      <Section title={t('all')}>
        <div className={styles.cards}>
          {articleNames.map((article) => (
            <Link key={article} to="/help/$article" params={{ article }} className={styles.card}>
              <span className={styles.cardText}>
                <strong>{t(`articles.${article}.title`)}</strong>
                <span className={styles.muted}>{t(`articles.${article}.text`)}</span>
              </span>
              <IconChevronRight size={iconSizes.sm} aria-hidden />
            </Link>
          ))}
        </div>
      </Section>
      <nav className={styles.legal} aria-label={t('legal')}>
        <Link to="/privacy" className={styles.footLink}>
          {t('privacy')}
        </Link>
        <Link to="/terms" className={styles.footLink}>
          {t('terms')}
        </Link>
      </nav>
    </Page>
  );
}
