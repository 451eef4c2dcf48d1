import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/index.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { ErrorState } from '../../ui/States.tsx';
import type { ArticleNode } from './article-node.ts';
import { type ArticleName, type LegalName, loadArticle } from './articles.ts';
import styles from './Help.module.css';

interface ArticleProps {
  readonly name: ArticleName | LegalName;
  /** False outside the app's frame: links then load a page. */
  readonly isInApp?: boolean;
}

/** Article of web/help in the language of the page. */
export function Article({ name, isInApp = true }: ArticleProps) {
  const { t, i18n } = useTranslation('help');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const { data, error, refetch } = useQuery({
    queryKey: ['article', name, language],
    queryFn: () => loadArticle(name, language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={400} />;
  return (
    <article className={styles.article} data-testid="article">
      {data.map((node, index) => draw(node, index, isInApp))}
    </article>
  );
}

function draw(node: ArticleNode, key: number, isInApp: boolean): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children.map((child, index) => draw(child, index, isInApp));
  if (node.tag !== 'a') return createElement(node.tag, { key }, ...children);
  const href = node.href ?? '';
  if (isInApp && href.startsWith('/')) {
    return (
      <AppLink key={key} href={href} className={styles.textLink}>
        {children}
      </AppLink>
    );
  }
  return (
    <Anchor key={key} href={href} className={styles.textLink}>
      {children}
    </Anchor>
  );
}
