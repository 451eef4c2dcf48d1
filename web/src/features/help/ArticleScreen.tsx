import '../../i18n/help.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { Article } from './Article.tsx';
import { isArticleName } from './articles.ts';
import styles from './Help.module.css';

/** `/help/{article}`. */
export default function ArticleScreen() {
  const { t } = useTranslation('help');
  const { article: name } = useParams({ from: '/help/$article' });
  const navigate = useNavigate();
  const all = (
    <Button
      size="md"
      variant="default"
      leftSection={<IconArrowLeft size={iconSizes.sm} aria-hidden />}
      onClick={() => void navigate({ to: '/help' })}
    >
      {t('all')}
    </Button>
  );
  if (!isArticleName(name)) {
    return (
      <div className={styles.centre}>
        <EmptyState Icon={IconFileUnknown} title={t('unknown', { name })} text={t('unknownHelp')} action={all} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <div>{all}</div>
      <Article name={name} />
    </div>
  );
}
