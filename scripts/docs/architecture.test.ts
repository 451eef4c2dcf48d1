import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { arrows, serviceNames } from '@cellwright/topology';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');
const picture = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const foldersOf = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Returns the arrows of the picture between two services. */
function drawnArrows(): string[] {
  const drawn = [...picture.matchAll(/^ *([\w-]+) [=-]{2}>(?:\|[^|]*\|)? ([\w-]+)$/gm)];
  const names = new Set<string>(serviceNames);
  return drawn.flatMap(([, from = '', to = '']) => (names.has(from) && names.has(to) ? [`${from} → ${to}`] : []));
}

describe('docs/architecture.md', () => {
  it('draws exactly the arrows of the topology', () => {
    expect(drawnArrows().sort()).toEqual(arrows.map(({ caller, callee }) => `${caller} → ${callee}`).sort());
  });

  it.each([...foldersOf('services'), ...foldersOf('packages')])('describes %s', (folder) => {
    expect(page).toContain(`\`${folder}\``);
  });

  it('links to existing pages', () => {
    const links = [...page.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(`docs/${link}`))).toEqual([]);
  });

  it('names existing places', () => {
    const places = [...page.matchAll(/`((?:packages|services|web|deploy)\/[\w/-]*)/g)].map(([, place = '']) => place);
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  });
});
