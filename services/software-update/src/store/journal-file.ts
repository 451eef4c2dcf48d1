import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProductError } from '@cellwright/domain/basics';
import { buildManifestSchema, installStageSchema } from '@cellwright/domain/software';
import * as z from 'zod';
import { type InstallRecord, installOutcomes, type Journal } from '../domain/journal.ts';

/**
 * Form of the file. The previous build reads what the new one wrote, and the other way round: fields may be added with
 * defaults, and none may change its meaning.
 */
const fileSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  build: buildManifestSchema,
  fromBuildID: z.string(),
  stage: installStageSchema,
  outcome: z.enum(installOutcomes),
  source: z.string().nullable(),
  isExpiredConfirmed: z.boolean().default(false),
  error: z.string().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

/** Returns the file of the journal in the software folder of a box. */
export function locateJournal(softwareFolder: string): string {
  return join(softwareFolder, 'install.json');
}

/**
 * Creates the journal in a file beside the database: a rollback replaces the database, and the previous build reads why
 * before it opens it.
 */
export function createJournalFile(file: string): Journal {
  return {
    async findLast() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      return parse(text, file);
    },
    async save(record: InstallRecord) {
      await mkdir(dirname(file), { recursive: true });
      const incoming = `${file}.new`;
      await writeToDisk(incoming, JSON.stringify({ format: 1, ...record }));
      await rename(incoming, file);
      await syncFolder(dirname(file));
    },
  };
}

async function writeToDisk(file: string, text: string): Promise<void> {
  const output = await open(file, 'w', 0o600);
  try {
    await output.writeFile(text);
    await output.sync();
  } finally {
    await output.close();
  }
}

/** Makes a rename in a folder durable across a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws ProductError when the file is damaged, or of a later format. */
function parse(text: string, file: string): InstallRecord {
  try {
    const { format: _, ...record } = fileSchema.parse(JSON.parse(text));
    return record;
  } catch (error) {
    throw new ProductError(
      'conflict',
      `The journal of installs ${file} cannot be read. Start the build that wrote it, or restore the file`,
      undefined,
      { cause: error },
    );
  }
}
