import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import type { Backup } from '@cellwright/domain/software';
import type { Logger } from '@cellwright/service-kit';
import type { Interlock } from '../domain/installer.ts';
import type { BackupStore } from '../store/backup-store.ts';
import type { Setting } from '../store/setting-store.ts';
import { type BackupDatabase, removeIncoming, restoreBackupFile, writeBackup } from './backup-file.ts';
import { createOwnerKey } from './sealed-stream.ts';
import { openStoredFile } from './stored-file.ts';

export interface BackupsDeps {
  /** Undefined where something else backs the database up. */
  readonly database: BackupDatabase | undefined;
  readonly store: BackupStore;
  readonly publicKey: Setting<string>;
  readonly folder: string;
  readonly buildID: string;
  /** Returns how many backups remain; older ones are deleted when another one succeeds. Default 10. */
  readonly readKept?: () => Promise<number | undefined>;
  readonly interlock: Pick<Interlock, 'findBusy'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const defaultKept = 10;
const partBytes = 512 * 1024;
const unavailable = 'Backups of this cell are made by who runs its database. See docs/install-and-operate.md';
const scratchName = 'cellwright_backup_check';

/** Makes, lists and restores backups, one act at a time. */
export class Backups {
  readonly #deps: BackupsDeps;
  #work: Promise<void> = Promise.resolve();
  #isBusy = false;

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  get unavailable(): string | null {
    return this.#deps.database ? null : unavailable;
  }

  /** Marks what a killed process left unfinished, and removes its incomplete files. */
  async begin(): Promise<void> {
    const { store, folder } = this.#deps;
    await removeIncoming(folder);
    const message = 'The cell ended before this was finished. Try again';
    for (const backup of await store.list()) {
      if (backup.status === 'creating') await store.save({ ...backup, status: 'failed', lastErrorMessage: message });
      if (backup.restoreStatus === 'restoring')
        await store.save({ ...backup, restoreStatus: 'failed', lastErrorMessage: message });
    }
  }

  list(): Promise<readonly Backup[]> {
    return this.#deps.store.list();
  }

  async hasKey(): Promise<boolean> {
    return (await this.#deps.publicKey.read()) !== undefined;
  }

  /** Creates a key for later backups, and returns the part that only its owner has. */
  async createKey(): Promise<string> {
    const { publicKey, privateKey } = createOwnerKey();
    await this.#deps.publicKey.write(publicKey);
    return privateKey;
  }

  /** Begins a backup; its record tells how it ends. @throws ProductError when it cannot begin. */
  create(reason: Backup['reason']): Promise<Backup> {
    const { database, store, publicKey, buildID, clock } = this.#deps;
    return this.#begin(async () => {
      if (!database) throw new ProductError('conflict', unavailable);
      const ownerPublicKey = await publicKey.read();
      if (ownerPublicKey === undefined)
        throw new ProductError(
          'conflict',
          'Backups are encrypted with a key of the owner. Create the backup key first',
        );
      const now = clock.wallNow();
      const backup: Backup = {
        ...{ id: createId('backup'), status: 'creating', createdAt: now.toISOString(), reason, buildID },
        ...{ size: 0, sha256: '', rowCount: 0, isVerified: false, restoreStatus: 'none', lastErrorMessage: null },
      };
      await store.save(backup);
      const work = async () => {
        try {
          const file = this.#locate(backup.id);
          const written = await writeBackup(database, { file, ownerPublicKey, buildID, now, scratchName });
          await store.save({ ...backup, ...written, status: 'success', isVerified: true });
          await this.#removeOld();
        } catch (error) {
          await store.save({ ...backup, status: 'failed', lastErrorMessage: describeError(error) });
        }
      };
      return { record: backup, work };
    });
  }

  /** Creates a backup and waits for its end. @throws Error when it fails. */
  async createNow(reason: Backup['reason']): Promise<void> {
    const { id } = await this.create(reason);
    await this.#work;
    const backup = await this.#find(id);
    if (backup.status !== 'success') throw new Error(`The backup failed: ${backup.lastErrorMessage ?? 'unknown'}`);
  }

  /** Returns a part of a backup. */
  async read(id: string, offset: number): Promise<{ content: string; nextOffset: number | null }> {
    const { size, status } = await this.#find(id);
    if (status !== 'success') throw new ProductError('conflict', 'This backup is not complete');
    if (offset > size) throw new ProductError('request_failed_validation', `The backup has only ${size} bytes`);
    const file = await openStoredFile({ file: this.#locate(id), size });
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(partBytes), 0, partBytes, offset);
      const next = offset + bytesRead;
      return { content: buffer.toString('base64', 0, bytesRead), nextOffset: next < size ? next : null };
    } finally {
      await file.close();
    }
  }

  /**
   * Begins a restore; the record of the backup tells how it ends.
   * @param onRestored called after it, because it also replaces the audit log.
   * @throws ProductError when it cannot begin.
   */
  restore(id: string, ownerPrivateKey: string, onRestored = async () => {}): Promise<Backup> {
    const { database, store, interlock } = this.#deps;
    return this.#begin(async () => {
      if (!database) throw new ProductError('conflict', unavailable);
      const backup = await this.#find(id);
      if (backup.status !== 'success') throw new ProductError('conflict', 'This backup is not complete');
      const busy = await interlock.findBusy();
      if (busy !== undefined) throw new ProductError('conflict', `${busy}. Stop it, then restore the backup`);
      const restoring: Backup = { ...backup, restoreStatus: 'restoring', lastErrorMessage: null };
      await store.save(restoring);
      const work = async () => {
        try {
          const { size, sha256 } = backup;
          await restoreBackupFile(database, { file: this.#locate(id), size, sha256 }, ownerPrivateKey);
          await store.save({ ...restoring, restoreStatus: 'restored' });
          await onRestored();
        } catch (error) {
          await store.save({ ...restoring, restoreStatus: 'failed', lastErrorMessage: describeError(error) });
        }
      };
      return { record: restoring, work };
    });
  }

  /** Deletes a backup. @throws ProductError while it is in use. */
  async remove(id: string): Promise<void> {
    this.#enter();
    try {
      const { id: known } = await this.#find(id);
      await rm(this.#locate(known), { force: true });
      await this.#deps.store.remove(known);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Resolves when all operations have ended. */
  close(): Promise<void> {
    return this.#work;
  }

  /** Prepares an operation while no other one runs, and begins its work. */
  async #begin(prepare: () => Promise<{ readonly record: Backup; work(): Promise<void> }>): Promise<Backup> {
    this.#enter();
    try {
      const { record, work } = await prepare();
      this.#work = work()
        .catch((error: unknown) => this.#deps.log.error('the record of a backup was not stored', { error }))
        .finally(() => {
          this.#isBusy = false;
        });
      return record;
    } catch (error) {
      this.#isBusy = false;
      throw error;
    }
  }

  /** Excludes other operations. @throws ProductError while one runs. */
  #enter(): void {
    if (this.#isBusy) throw new ProductError('conflict', 'Another backup is being made or restored. Wait for it');
    this.#isBusy = true;
  }

  async #find(id: string): Promise<Backup> {
    const backup = (await this.#deps.store.list()).find((each) => each.id === id);
    if (!backup) throw new ProductError('not_found', 'There is no such backup');
    return backup;
  }

  #locate(id: string): string {
    return join(this.#deps.folder, `${id}.cwb`);
  }

  async #removeOld(): Promise<void> {
    const { store, readKept } = this.#deps;
    const kept = (await readKept?.()) ?? defaultKept;
    const complete = (await store.list()).filter(({ status }) => status !== 'creating');
    for (const { id } of complete.slice(kept)) {
      await rm(this.#locate(id), { force: true });
      await store.remove(id);
    }
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
