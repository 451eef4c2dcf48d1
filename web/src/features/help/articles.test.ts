import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpDe } from '../../i18n/de/help.ts';
import { helpEn } from '../../i18n/en/help.ts';
import { type ArticleNode, textOfNode } from './article-node.ts';
import { articleNames } from './articles.ts';
import { placesByTopic } from './help-topics.ts';
import { markdownNodes } from './markdown-nodes.ts';
import { readPlace } from './read-place.ts';

const texts = { en: helpEn, de: helpDe } as const;
const languages = ['en', 'de'] as const;
const screens = [
  '/',
  '/routines',
  '/proposals',
  '/move',
  '/runs',
  '/box',
  '/scene',
  '/users',
  '/preflight',
  '/privacy',
  '/terms',
  '/help',
  '/control-panel',
];

const read = (language: string, name: string) =>
  markdownNodes(readFileSync(new URL(`../../../help/${language}/${name}.md`, import.meta.url), 'utf8'));
const linksIn = (node: ArticleNode): string[] =>
  typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...node.children.flatMap(linksIn)];
const headingsIn = (nodes: readonly ArticleNode[]) =>
  nodes.flatMap((node) => (typeof node !== 'string' && /^h\d$/.test(node.tag) ? [`${node.tag} ${node.id}`] : []));
const sectionsIn = (nodes: readonly ArticleNode[]) =>
  nodes.flatMap((node) => (typeof node !== 'string' && node.tag === 'h2' ? [node.id] : []));

describe.each(languages)('In the language %s', (language) => {
  it.each(articleNames)('the article %s has the title from the list', (name) => {
    expect(textOfNode(read(language, name)[0] ?? '')).toBe(texts[language].articles[name].title);
  });

  it.each(['privacy', 'terms'] as const)('the page %s has the title of the links to it', (name) => {
    expect(textOfNode(read(language, name)[0] ?? '')).toBe(texts[language][name]);
  });

  it.each([...articleNames, 'privacy', 'terms'])('every link of %s leads to a screen or an article', (name) => {
    for (const href of read(language, name).flatMap(linksIn)) {
      const place = readPlace(href);
      if (!place) expect(screens).toContain(href);
      else if (place.section !== undefined) {
        expect(sectionsIn(read(language, place.article)), href).toContain(place.section);
      }
    }
  });
});

it.each([...articleNames, 'privacy', 'terms'])('%s has the same parts and links in every language', (name) => {
  const [en, de] = languages.map((language) => read(language, name));
  expect(headingsIn(de ?? [])).toEqual(headingsIn(en ?? []));
  expect((de ?? []).flatMap(linksIn)).toEqual((en ?? []).flatMap(linksIn));
});

it.each(articleNames)('every section of %s has an id of its own', (name) => {
  const sections = sectionsIn(read('en', name));
  expect(sections).not.toContain(undefined);
  expect(new Set(sections).size).toBe(sections.length);
});

it.each(Object.entries(placesByTopic))('the help of %s opens a section that exists', (_topic, { article, section }) => {
  if (section !== undefined) expect(sectionsIn(read('en', article))).toContain(section);
});

it('explains every article from a screen, or from another article', () => {
  const linked = articleNames.flatMap((name) => read('en', name).flatMap(linksIn)).map(readPlace);
  const explained = [...Object.values(placesByTopic), ...linked].map((place) => place?.article);
  for (const name of articleNames) expect(explained, name).toContain(name);
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
