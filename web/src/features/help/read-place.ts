import { isArticleName } from './articles.ts';
import type { ArticlePlace } from './help-topics.ts';

/** Returns the place of a link such as `/help/devices#ports`; undefined for other links. */
export function readPlace(href: string): ArticlePlace | undefined {
  const [, article = '', section] = /^\/help\/([a-z-]+)(?:#([a-z0-9-]+))?$/.exec(href) ?? [];
  return isArticleName(article) ? { article, section } : undefined;
}
