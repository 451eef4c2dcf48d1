import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createElement, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/index.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { followInPage } from '../../ui/follow-in-page.ts';
import { ErrorState } from '../../ui/States.tsx';
import type { ArticleNode } from './article-node.ts';
import { type ArticleName, type LegalName, loadArticle } from './articles.ts';
import styles from './Help.module.css';
import type { ArticlePlace } from './help-topics.ts';
import { readPlace } from './read-place.ts';

interface LinkOptions {
  /** False outside the app's frame: links then load a page. */
  readonly isInApp?: boolean;
  /** Called for links to articles, instead of leaving the screen. */
  onArticle?(place: ArticlePlace): void;
}

interface ArticleProps extends LinkOptions {
  readonly name: ArticleName | LegalName;
  /** Section to scroll to. */
  readonly section?: string | undefined;
}

/** Article of web/help in the language of the page. */
export function Article({ name, section, ...links }: ArticleProps) {
  const { t, i18n } = useTranslation('help');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const { data, error, refetch } = useQuery({
    queryKey: ['article', name, language],
    queryFn: () => loadArticle(name, language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data && section !== undefined) document.getElementById(idOf(section))?.scrollIntoView();
  }, [data, section]);
  if (error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={400} />;
  return (
    <article className={styles.article} data-testid="article">
      {data.map((node, index) => draw(node, index, links))}
    </article>
  );
}

function draw(node: ArticleNode, key: number, links: LinkOptions): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children.map((child, index) => draw(child, index, links));
  if (node.tag === 'a') {
    return (
      <ArticleLink key={key} href={node.href ?? ''} {...links}>
        {children}
      </ArticleLink>
    );
  }
  const id = node.id === undefined ? undefined : idOf(node.id);
  return createElement(node.tag, { key, id }, ...children);
}

const idOf = (section: string) => `section-${section}`;

function ArticleLink({
  href,
  isInApp = true,
  onArticle,
  children,
}: LinkOptions & { readonly href: string; readonly children: ReactNode }) {
  const place = onArticle && readPlace(href);
  if (place) {
    return (
      <a href={href} className={styles.textLink} onClick={(event) => followInPage(event, () => onArticle(place))}>
        {children}
      </a>
    );
  }
  if (isInApp && href.startsWith('/')) {
    return (
      <AppLink href={href} className={styles.textLink}>
        {children}
      </AppLink>
    );
  }
  return (
    <Anchor href={href} className={styles.textLink}>
      {children}
    </Anchor>
  );
}
