// Records the documents of this release, and the current form of those of every release.
//   npx tsx scripts/released/record.ts            writes fixtures/released/<version>, once before the release, and the current forms
//   npx tsx scripts/released/record.ts current    writes the current forms only, after a migration was added
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentFolder, listReleases, readReleased, releasedFolder, writeRelease } from './release-folder.ts';
import { groups, listStoredKinds, readStoredDocument } from './stored-kinds.ts';

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);
if (process.argv[2] !== 'current') {
  for (const group of groups) writeRelease(releasedFolder, version, group, listStoredKinds(group));
}
for (const release of listReleases()) {
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
console.log(`Recorded. Review the changes below fixtures/ before you commit them.`);
