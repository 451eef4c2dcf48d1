import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildManifestSchema } from '@cellwright/domain/software';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InstallRecord } from '../domain/journal.ts';
import { createJournalFile, locateJournal } from './journal-file.ts';

const record: InstallRecord = {
  id: 'install_1',
  build: buildManifestSchema.parse({
    ...{ buildId: '2.0', name: 'release/2.0' },
    imagesToPull: [{ name: 'cell', x86Url: 'images/2.0.tar' }],
  }),
  ...{
    fromBuildID: '1.0',
    stage: 'switched',
    outcome: 'rollingBack',
    source: null,
    error: 'unhealthy',
    isExpiredConfirmed: false,
  },
  ...{ createdAt: new Date(1000), updatedAt: new Date(2000) },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => locateJournal(join(folder, 'software'));

describe('The journal of installs', () => {
  it('returns the last saved record, also to another build', async () => {
    expect(await createJournalFile(file()).findLast()).toBeUndefined();
    await createJournalFile(file()).save({ ...record, stage: 'migrated' });
    await createJournalFile(file()).save(record);
    expect(await createJournalFile(file()).findLast()).toEqual(record);
    expect(readdirSync(join(folder, 'software'))).toEqual(['install.json']);
  });

  it('ignores fields that a newer build has added', async () => {
    await createJournalFile(file()).save(record);
    const saved = readFileSync(file(), 'utf8');
    writeFileSync(file(), saved.replace('{', '{"addedLater":true,'));
    expect(await createJournalFile(file()).findLast()).toEqual(record);
  });

  it('keeps the previous record when a write is cut', async () => {
    await createJournalFile(file()).save(record);
    writeFileSync(`${file()}.new`, '{"format":1,"id"');
    expect(await createJournalFile(file()).findLast()).toEqual(record);
  });
});
