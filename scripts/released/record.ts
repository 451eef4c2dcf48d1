// Records the documents of a release, and the current form of those of every release. See docs/versions.md.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { currentFolder, listReleases, readReleased, releasedFolder, writeRelease } from './release-folder.ts';
import { groups, listStoredKinds, readStoredDocument } from './stored-kinds.ts';

const usage = `npm run record -- release    writes fixtures/released/<version of package.json> and the current forms
npm run record -- current    writes the current forms only, after a migration was added`;

const [mode] = process.argv.slice(2);
if (mode !== 'release' && mode !== 'current') {
  console.error(usage);
  process.exit(1);
}
if (mode === 'release') recordRelease(readVersion());
for (const release of listReleases()) recordCurrent(release);
console.log('Recorded. Review the changes below fixtures/ before you commit them');

function recordRelease(version: string): void {
  if (existsSync(join(releasedFolder, version))) {
    console.error(
      `${version} is recorded already, and documents of a release never change. Set the version in package.json first. If ${version} was never released, delete fixtures/released/${version}`,
    );
    process.exit(1);
  }
  for (const group of groups) writeRelease(releasedFolder, version, group, listStoredKinds(group));
}

function recordCurrent(release: string): void {
  for (const group of groups) {
    const current = readReleased(release, group).map(({ kind, documents }) => ({
      kind,
      documents: documents.map(({ title, document }) => ({
        title,
        document: readStoredDocument(group, kind, document),
      })),
    }));
    writeRelease(currentFolder, release, group, current);
  }
}

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
