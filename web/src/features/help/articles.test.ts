import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpDe } from '../../i18n/de/help.ts';
import { helpEn } from '../../i18n/en/help.ts';
import type { ArticleNode } from './article-node.ts';
import { articleNames, isArticleName } from './articles.ts';
import { markdownNodes } from './markdown-nodes.ts';

const texts = { en: helpEn, de: helpDe } as const;
const languages = ['en', 'de'] as const;
const screens = ['/', '/routines', '/move', '/runs', '/box', '/scene', '/privacy', '/terms', '/help', '/control-panel'];

const read = (language: string, name: string) =>
  markdownNodes(readFileSync(new URL(`../../../help/${language}/${name}.md`, import.meta.url), 'utf8'));
const textOf = (node: ArticleNode): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));
const linksIn = (node: ArticleNode): string[] =>
  typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...node.children.flatMap(linksIn)];
const headingsIn = (nodes: readonly ArticleNode[]) =>
  nodes.flatMap((node) => (typeof node !== 'string' && /^h\d$/.test(node.tag) ? [node.tag] : []));

describe.each(languages)('In the language %s', (language) => {
  it.each(articleNames)('the article %s has the title from the list', (name) => {
    expect(textOf(read(language, name)[0] ?? '')).toBe(texts[language].articles[name].title);
  });

  it.each(['privacy', 'terms'] as const)('the page %s has the title of the links to it', (name) => {
    expect(textOf(read(language, name)[0] ?? '')).toBe(texts[language][name]);
  });

  it.each([...articleNames, 'privacy', 'terms'])('every link of %s leads to a screen or an article', (name) => {
    for (const href of read(language, name).flatMap(linksIn)) {
      const article = /^\/help\/(.+)$/.exec(href)?.[1];
      if (article === undefined) expect(screens).toContain(href);
      else expect(isArticleName(article), href).toBe(true);
    }
  });
});

it.each([...articleNames, 'privacy', 'terms'])('%s has the same parts and links in every language', (name) => {
  const [en, de] = languages.map((language) => read(language, name));
  expect(headingsIn(de ?? [])).toEqual(headingsIn(en ?? []));
  expect((de ?? []).flatMap(linksIn)).toEqual((en ?? []).flatMap(linksIn));
});

describe('markdownNodes', () => {
  it('converts markdown to the elements of an article', () => {
    expect(markdownNodes('# A\n\nTap **Play**, `x` or [Move](/move).\n\n1. One\n2. Two & three\n')).toEqual([
      { tag: 'h1', children: ['A'] },
      {
        tag: 'p',
        children: [
          'Tap ',
          { tag: 'strong', children: ['Play'] },
          ', ',
          { tag: 'code', children: ['x'] },
          ' or ',
          { tag: 'a', href: '/move', children: ['Move'] },
          '.',
        ],
      },
      {
        tag: 'ol',
        children: [
          { tag: 'li', children: ['One'] },
          { tag: 'li', children: ['Two & three'] },
        ],
      },
    ]);
  });

  it('throws an error that names unsupported markdown, which fails the build', () => {
    expect(() => markdownNodes('<script>alert(1)</script>\n')).toThrow("An article cannot have 'html'");
    expect(() => markdownNodes('![a](b.png)')).toThrow("An article cannot have 'image'");
  });
});
