import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitForAnnouncement } from './wait-for-announcement.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellwright-announcement-'));
  file = join(folder, 'running.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('waitForAnnouncement', () => {
  it('waits until the file names a URL', async () => {
    const seen: string[] = [];
    const waiting = waitForAnnouncement(file, systemClock, new AbortController().signal).then(() => seen.push('ready'));
    for (const text of ['', '{', '{"url":""}']) {
      writeFileSync(file, text);
      await systemClock.sleep(60);
      seen.push(text);
    }
    writeFileSync(file, '{"url":"http://localhost:3000","pid":1}');
    await waiting;
    expect(seen).toEqual(['', '{', '{"url":""}', 'ready']);
  });

  it('ends with the reason of its signal', async () => {
    const stopping = new AbortController();
    const waiting = waitForAnnouncement(file, systemClock, stopping.signal);
    stopping.abort(new Error('stopping'));
    await expect(waiting).rejects.toThrow('stopping');
  });
});
