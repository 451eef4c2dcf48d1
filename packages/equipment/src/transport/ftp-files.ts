import { posix } from 'node:path';

/** Files of a simulated server. Paths are absolute: '/', '/programs/O1234.nc'. */
export interface FileTree {
  /** Resolves a path relative to a folder; never above '/'. */
  resolve(folder: string, path: string): string;
  isFolder(path: string): boolean;
  list(folder: string): readonly FileEntry[];
  read(path: string): Buffer | undefined;
  mayWrite(path: string): boolean;
  /** Returns false if there is no such folder or no space. */
  write(path: string, bytes: Buffer): boolean;
  /** Returns false if there is no such file. */
  delete(path: string): boolean;
}

export interface FileEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Maximum number of files in a simulator. */
const maxFiles = 500;
const maxTotalBytes = 16 * 1024 * 1024;

/** Files in memory, in folders that exist from the start. */
export class FilesInMemory implements FileTree {
  readonly #now: () => Date;
  readonly #folders = new Set(['/']);
  readonly #files = new Map<string, { readonly bytes: Buffer; readonly changedAt: Date }>();

  /** @param folder exists from the start, with its parents. */
  constructor(folder: string, now: () => Date) {
    this.#now = now;
    for (let path = this.resolve('/', folder); path !== '/'; path = posix.dirname(path)) this.#folders.add(path);
  }

  resolve(folder: string, path: string): string {
    const whole = posix.resolve('/', folder, path);
    return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  list(folder: string): readonly FileEntry[] {
    const inside = (path: string) => path !== '/' && posix.dirname(path) === folder;
    const folders = [...this.#folders]
      .filter(inside)
      .map((path) => ({ path, isFolder: true, bytes: 0, changedAt: this.#now() }));
    const files = [...this.#files].flatMap(([path, { bytes, changedAt }]) =>
      inside(path) ? [{ path, isFolder: false, bytes: bytes.length, changedAt }] : [],
    );
    return [...folders, ...files].map(({ path, ...entry }) => ({ name: posix.basename(path), ...entry }));
  }

  read(path: string): Buffer | undefined {
    return this.#files.get(path)?.bytes;
  }

  mayWrite(path: string): boolean {
    return !this.#folders.has(path) && this.#folders.has(posix.dirname(path));
  }

  write(path: string, bytes: Buffer): boolean {
    const others = [...this.#files].filter(([other]) => other !== path);
    const total = others.reduce((sum, [, file]) => sum + file.bytes.length, bytes.length);
    if (!this.mayWrite(path) || others.length >= maxFiles || total > maxTotalBytes) return false;
    this.#files.set(path, { bytes, changedAt: this.#now() });
    return true;
  }

  delete(path: string): boolean {
    return this.#files.delete(path);
  }
}
