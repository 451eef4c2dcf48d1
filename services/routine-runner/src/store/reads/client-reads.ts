import type { EntityQuery } from '@cellwright/entities';
import type { EntitySource } from '@cellwright/service-kit/entities';
import { connectDatabase } from '../database.ts';
import { createRecordingReader, type RecordingReader } from '../recording-store.ts';
import { createRunReader, type RunReader } from '../run-reader.ts';
import { createRunSource } from '../run-source.ts';

/** Reads that clients ask for, as often and as much as they like. Sessions have readers of their own. */
export interface ClientReads {
  findRuns(query: EntityQuery): ReturnType<EntitySource['find']>;
  /** @throws ProductError not_found */
  getRun(id: string): ReturnType<EntitySource['get']>;
  findRun: RunReader['find'];
  listEntries: RunReader['listEntries'];
  listRecording: RecordingReader['list'];
  readRecording: RecordingReader['read'];
}

const maxConnections = 2;

/** Reads from the database, in the calling thread. */
export function createClientReads(databaseUrl: string): ClientReads & { close(): Promise<void> } {
  const { db, entities, close } = connectDatabase(databaseUrl, { max: maxConnections, name: 'runner reads' });
  const source = createRunSource(db, entities);
  const runs = createRunReader(db);
  const recordings = createRecordingReader(db);
  return {
    findRuns: source.find,
    getRun: source.get,
    findRun: runs.find,
    listEntries: runs.listEntries,
    listRecording: recordings.list,
    readRecording: recordings.read,
    close,
  };
}
