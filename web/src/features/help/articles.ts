import type { Language } from '../../i18n/index.ts';
import type { ArticleNode } from './article-node.ts';

/** Help articles, in the order of the list. Each is `web/help/{language}/{name}.md`. */
export const articleNames = [
  'getting-started',
  'teaching-a-position',
  'your-first-routine',
  'stopping-and-recovering',
  'building-routines',
  'checking-a-routine',
  'space',
  'devices',
  'runs',
  'users',
  'control-panel',
] as const;
export type ArticleName = (typeof articleNames)[number];

/** Pages that are written like help articles, but are not listed. */
export type LegalName = 'privacy' | 'terms';

export function isArticleName(name: string): name is ArticleName {
  return (articleNames as readonly string[]).includes(name);
}

const files = import.meta.glob<readonly ArticleNode[]>('../../../help/*/*.md', { import: 'default' });

/** Loads a text; each is a file of its own. */
export async function loadArticle(name: ArticleName | LegalName, language: Language): Promise<readonly ArticleNode[]> {
  const load = files[`../../../help/${language}/${name}.md`];
  if (!load) throw new Error(`The build has no text '${name}' in the language '${language}'`);
  return load();
}
