import { type ArticleNode, textOfNode } from './article-node.ts';
import type { ArticleName } from './articles.ts';

/** Section of an article, as it is searched. */
export interface HelpSection {
  readonly article: ArticleName;
  /** Undefined for the beginning of the article. */
  readonly section: string | undefined;
  readonly title: string;
  /** Heading of the section; undefined for the beginning of the article. */
  readonly heading: string | undefined;
  readonly text: string;
}

export interface FoundSection extends HelpSection {
  /** Part of the text around the first match. */
  readonly excerpt: string;
}

/** Maximum of listed sections. */
const maxFound = 20;
/** Length of an excerpt, characters. */
const excerptLength = 140;

/** Returns the sections of an article in their order. */
export function splitSections(article: ArticleName, nodes: readonly ArticleNode[]): HelpSection[] {
  const sections: { section: string | undefined; heading: string | undefined; texts: string[] }[] = [
    { section: undefined, heading: undefined, texts: [] },
  ];
  let title = '';
  for (const node of nodes) {
    const text = textOfNode(node);
    if (typeof node !== 'string' && node.tag === 'h1') title = text;
    else if (typeof node !== 'string' && node.tag === 'h2') {
      sections.push({ section: node.id, heading: text, texts: [] });
    } else sections.at(-1)?.texts.push(...textsIn(node));
  }
  return sections.map(({ section, heading, texts }) => ({ article, section, title, heading, text: texts.join(' ') }));
}

/** Returns a text for each entry of a list: its entries have no spaces between them. */
function textsIn(node: ArticleNode): string[] {
  const isList = typeof node !== 'string' && (node.tag === 'ol' || node.tag === 'ul');
  return isList ? node.children.map(textOfNode) : [textOfNode(node)];
}

/** Returns the sections with every word of a text, best first: words in a title or heading count more. */
export function searchSections(sections: readonly HelpSection[], text: string): FoundSection[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxFound)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }));
}

/** Returns 0 if a word is missing. */
function scoreOf({ title, heading = '', text }: HelpSection, words: readonly string[]): number {
  const places = [
    { folded: fold(heading), weight: 4 },
    { folded: fold(title), weight: 2 },
    { folded: fold(text), weight: 1 },
  ];
  const scores = words.map((word) =>
    places.reduce((sum, { folded, weight }) => sum + (folded.includes(word) ? weight : 0), 0),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** Returns whole words around the first word that is found, or from the beginning of the text. */
function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const at = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((index) => index >= 0)));
  const begin = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(' ', at - excerptLength / 3)) : 0;
  const rest = text.slice(begin).trim();
  const before = begin > 0 ? '…' : '';
  if (rest.length <= excerptLength) return before + rest;
  return `${before}${rest.slice(0, rest.lastIndexOf(' ', excerptLength))}…`;
}

/** Returns a text without case and accents, of the same length. */
function fold(text: string): string {
  return [...text.toLowerCase()].map((letter) => letter.normalize('NFD').charAt(0)).join('');
}
