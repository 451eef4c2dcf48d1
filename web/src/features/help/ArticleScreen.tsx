import '../../i18n/help.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { Article } from './Article.tsx';
import { articleNames, isArticleName } from './articles.ts';
import styles from './Help.module.css';

/** `/help/{article}`: the article, and the list of the others. */
export default function ArticleScreen() {
  const { article: name } = useParams({ from: '/help/$article' });
  const section = useLocation({ select: ({ hash }) => hash });
  if (!isArticleName(name)) return <UnknownArticle name={name} />;
  return (
    <div className={styles.columns}>
      <ArticleList />
      <Article name={name} section={section || undefined} />
    </div>
  );
}

function ArticleList() {
  const { t } = useTranslation('help');
  return (
    <nav className={styles.list} aria-label={t('title')}>
      <Link to="/help" className={styles.listLink} activeOptions={{ exact: true }}>
        <IconArrowLeft size={iconSizes.sm} aria-hidden />
        {t('all')}
      </Link>
      {articleNames.map((article) => (
        <Link key={article} to="/help/$article" params={{ article }} className={styles.listLink}>
          {t(`articles.${article}.title`)}
        </Link>
      ))}
    </nav>
  );
}

function UnknownArticle({ name }: { readonly name: string }) {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  const all = (
    <Button size="md" mt="sm" onClick={() => void navigate({ to: '/help' })}>
      {t('all')}
    </Button>
  );
  return (
    <div className={styles.centre}>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <EmptyState Icon={IconFileUnknown} title={t('unknown', { name })} text={t('unknownHelp')} action={all} />
    </div>
  );
}
