import '../../i18n/help.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StartTour } from '../../connected/tour/StartTour.tsx';
import { useMayTakeTour } from '../../connected/tour/use-tour.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { articleNames } from './articles.ts';
import styles from './Help.module.css';
import { HelpSearch } from './HelpSearch.tsx';

/** `/help`: the guided tour, a search over all articles, the articles, and the legal pages. */
export default function HelpScreen() {
  const { t } = useTranslation(['help', 'tour']);
  const navigate = useNavigate();
  const mayTakeTour = useMayTakeTour();
  return (
    <Page title={t('title')}>
      {mayTakeTour && (
        <Section title={t('tour:title')}>
          <div className={styles.tour}>
            <span>{t('tour:offer')}</span>
            <StartTour />
          </div>
        </Section>
      )}
      <HelpSearch
        onChoose={({ article, section }) =>
          void navigate({ to: '/help/$article', params: { article }, hash: section ?? '' })
        }
      >
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
      </HelpSearch>
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
