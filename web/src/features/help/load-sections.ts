import type { Language } from '../../i18n/index.ts';
import { articleNames, loadArticle } from './articles.ts';
import { type HelpSection, splitSections } from './search-articles.ts';

/** Loads the sections of all articles in a language. */
export async function loadSections(language: Language): Promise<readonly HelpSection[]> {
  const articles = await Promise.all(
    articleNames.map(async (name) => splitSections(name, await loadArticle(name, language))),
  );
  return articles.flat();
}
