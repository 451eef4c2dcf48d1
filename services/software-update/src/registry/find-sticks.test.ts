import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSticks } from './find-sticks.ts';

let media: string;
beforeEach(() => {
  media = mkdtempSync(join(tmpdir(), 'cellwright-media-'));
});
afterEach(() => rmSync(media, { recursive: true }));

function addRegistry(...path: string[]): string {
  const folder = join(media, ...path);
  mkdirSync(join(folder, 'metadata'), { recursive: true });
  writeFileSync(join(folder, 'metadata', 'timestamp.json'), '{}');
  return folder;
}

describe('findSticks', () => {
  it('finds registries on sticks, in their root and in a folder', async () => {
    const root = addRegistry('ada', 'STICK');
    const inside = addRegistry('ada', 'OTHER', 'builds');
    mkdirSync(join(media, 'ada', 'PHOTOS'));
    expect(await findSticks([media])).toEqual([root, inside]);
  });

  it('ignores hidden and deeper folders, and roots that do not exist', async () => {
    addRegistry('ada', 'STICK', 'one', 'two');
    addRegistry('.hidden', 'STICK');
    expect(await findSticks([media, join(media, 'none')])).toEqual([]);
  });
});
