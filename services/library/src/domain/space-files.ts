import { createHash } from 'node:crypto';
import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  meshFileNameSchema,
  type SpaceObstacle,
  spaceFileIDOf,
  spaceFileLimits,
  spaceFileListingSchema,
} from '@cellwright/domain/space';
import { anyEntity, type Subject } from '@cellwright/entities';
import {
  answerText,
  commandOf,
  type EntityStore,
  findForChange,
  insertDocument,
  restoreDocument,
} from '@cellwright/service-kit/entities';
import * as z from 'zod';
import { findWithAnchors } from './inventory.ts';
import type { DocumentThread } from './operation-types.ts';

export interface SpaceFilesDeps {
  readonly store: EntityStore;
  readonly thread: DocumentThread;
  readonly now: () => Date;
}

/** A mesh file, as returned to the client. */
export interface AnsweredFile {
  readonly id: string;
  readonly version: number;
  readonly text: string;
}

export type SpaceFiles = ReturnType<typeof createSpaceFiles>;

const objectSchema = z.object({ fileURL: z.string().optional() });
const stlOf = z.object({ stl: z.string() });
const mostObjects = 1000;

/**
 * Creates the operations on meshes of the cell's environment objects, and on the objects as obstacles of the planning
 * scene.
 */
export function createSpaceFiles({ store, thread, now }: SpaceFilesDeps) {
  const entity = anyEntity('spaceFiles');
  const spaceItems = anyEntity('globalSpace');

  const listObjects = async () => {
    const where = { kind: ['environmentObject'] };
    return (await store.query(spaceItems, { where, search: '', sort: ['name'], limit: mostObjects, offset: 0 })).items;
  };
  const findListing = async (id: string) => {
    const stored = await store.find(entity, id);
    return stored && spaceFileListingSchema.parse(JSON.parse(stored.listing ?? '{}'));
  };
  /**
   * Returns the id of a file. Earlier releases identified files by their bytes alone: a file stored under this name,
   * even if removed, keeps its id.
   */
  const findID = async (name: string, bytes: Uint8Array): Promise<string> => {
    const ofBytes = idOf(name, '', bytes);
    const present = await findListing(ofBytes);
    const isKept = present ? present.name === name : await store.isRemoved(entity, ofBytes);
    return isKept ? ofBytes : idOf(name, name, bytes);
  };
  const checkCount = async (id: string): Promise<void> => {
    if (await store.find(entity, id)) return;
    const { total } = await store.query(entity, { where: {}, search: '', sort: ['name'], limit: 1, offset: 0 });
    if (total < spaceFileLimits.files) return;
    const most = `A cell can have at most ${spaceFileLimits.files} mesh files`;
    throw new ProductError('too_large', `${most}. Remove an unused one, then upload again`);
  };

  return {
    /**
     * Stores the triangles of a file under an id derived from its name and bytes, so that a repeated upload is the same
     * file.
     */
    async upload(fileName: string, bytes: Uint8Array, author: Subject, key: string): Promise<AnsweredFile> {
      const name = meshFileNameSchema.safeParse(fileName);
      if (!name.success) {
        throw new ProductError('request_failed_validation', name.error.issues[0]?.message ?? 'Name the file');
      }
      if (bytes.length > spaceFileLimits.bytes) {
        throw new ProductError(
          'too_large',
          'A mesh file can have at most 8 MiB. Simplify it, or save it in a binary format',
        );
      }
      const id = await findID(name.data, bytes);
      await checkCount(id);
      const read = await thread.run('readSpaceFile', { id, name: name.data, bytes }, bytes.length);
      if (!read.ok) {
        const { reason, message } = read.error;
        throw new ProductError(reason === 'tooLarge' ? 'too_large' : 'request_failed_validation', message);
      }
      const change = { by: { id: author.subjectID, name: author.name }, at: now() };
      const command = commandOf(entity, author, key, ['upload', id]);
      const stored = await store.commit(command, async (tx) => {
        const present = await findForChange(tx, entity, id);
        if (!present) return insertDocument(tx, entity, read.value, change);
        return present.removedAt === null ? present : restoreDocument(tx, entity, read.value, change);
      });
      const { version, body, listing } = stored;
      return { id, version, text: answerText(entity, stored, listing ?? body) };
    },

    /** Returns binary STL as base64. @throws ProductError not_found */
    async readStl(id: string): Promise<string> {
      const stored = await store.find(entity, id);
      if (!stored) throw new ProductError('not_found', `There is no mesh file with the id ${id}`);
      return stlOf.parse(JSON.parse(stored.body)).stl;
    },

    async listObstacles(): Promise<readonly SpaceObstacle[]> {
      const ids = (await listObjects()).map(({ id }) => id);
      const texts = await findWithAnchors(store, ids);
      const size = texts.reduce((sum, { length }) => sum + length, 0);
      return thread.run('listObstacles', { texts }, size);
    },

    /**
     * Returns the reason why an object cannot be stored with this file: the file must exist, and a planner accepts a
     * limited number of triangles.
     */
    async checkFile(fileURL: string | undefined, exceptID: string): Promise<string | undefined> {
      const id = spaceFileIDOf(fileURL);
      if (id === undefined) return undefined;
      const file = await findListing(id);
      if (!file) return 'This file does not exist in this cell. Upload it first';
      let triangles = file.triangleCount;
      for (const { id: other, body } of await listObjects()) {
        if (other === exceptID) continue;
        const otherFile = spaceFileIDOf(objectSchema.parse(JSON.parse(body)).fileURL);
        triangles += otherFile === undefined ? 0 : ((await findListing(otherFile))?.triangleCount ?? 0);
      }
      return triangles > spaceFileLimits.triangles
        ? `All objects together: ${messages.meshTooLarge(triangles, spaceFileLimits.triangles)}`
        : undefined;
    },
  };
}

/** Returns one id for each content, format and label, because the file extension determines the parser. */
function idOf(name: string, label: string, bytes: Uint8Array): string {
  const format = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const hash = createHash('sha256').update(format).update('\0').update(bytes);
  if (label !== '') hash.update('\0').update(label);
  return `spaceFile_${hash.digest('hex').slice(0, 32)}`;
}
