import { describe, expect, it } from 'vitest';
import { markdownNodes } from './markdown-nodes.ts';
import { searchSections, splitSections } from './search-articles.ts';

const devices = splitSections(
  'devices',
  markdownNodes(
    '# Devices\n\nA gripper, a lift, a machine.\n\n## Add a device {#add}\n\n1. Tap **Add a device**.\n2. Choose its kind.\n\n## Ports {#ports}\n\nInputs and outputs of the box.\n',
  ),
);
const runs = splitSections('runs', markdownNodes('# Läufe\n\nJeder Lauf der Greifer wird gespeichert.\n'));
const all = [...devices, ...runs];
const find = (text: string) => searchSections(all, text).map(({ article, section }) => [article, section]);

describe('The search of the help', () => {
  it('splits articles into sections, with the text of every list entry', () => {
    expect(devices).toEqual([
      {
        article: 'devices',
        section: undefined,
        title: 'Devices',
        heading: undefined,
        text: 'A gripper, a lift, a machine.',
      },
      {
        article: 'devices',
        section: 'add',
        title: 'Devices',
        heading: 'Add a device',
        text: 'Tap Add a device. Choose its kind.',
      },
      {
        article: 'devices',
        section: 'ports',
        title: 'Devices',
        heading: 'Ports',
        text: 'Inputs and outputs of the box.',
      },
    ]);
  });

  it('finds sections with every word, in any order and case, headings first', () => {
    expect(find('ADD device')).toEqual([['devices', 'add']]);
    expect(find('device')[0]).toEqual(['devices', 'add']);
    expect(find('outputs ports')).toEqual([['devices', 'ports']]);
    expect(find('gripper ports')).toEqual([]);
    expect(find(' ')).toEqual([]);
  });

  it('ignores accents', () => {
    expect(find('laufe')).toEqual([['runs', undefined]]);
    expect(find('Läufe')).toEqual([['runs', undefined]]);
  });

  it('shows the text around the first match', () => {
    expect(searchSections(all, 'kind')[0]?.excerpt).toBe('Tap Add a device. Choose its kind.');
    const long = splitSections('devices', markdownNodes(`# Long\n\n${'word '.repeat(60)}needle ${'word '.repeat(60)}`));
    const excerpt = searchSections(long, 'needle')[0]?.excerpt ?? '';
    expect(excerpt).toMatch(/^…word .*needle .*word…$/);
    expect(excerpt.length).toBeLessThan(150);
  });
});
