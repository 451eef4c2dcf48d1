import { open, readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { etagOf } from './send-bytes.ts';

/** Files up to this size are cached in memory, within a total limit. */
const maxKeptFileBytes = 1024 * 1024;
const maxKeptBytes = 16 * 1024 * 1024;
const pieceBytes = 64 * 1024;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
  '.urdf': 'application/xml',
};

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** Encoding in which a file can be sent. */
export interface AssetBody {
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly size: number;
  readonly etag: string;
  /** Content in memory if it is small. */
  readonly bytes: Buffer | undefined;
  readonly path: string;
}

export interface Asset {
  readonly type: string;
  /** The name contains the hash: the content at this address never changes. */
  readonly isHashed: boolean;
  /** Smallest first, the plain one last. */
  readonly bodies: readonly AssetBody[];
}

/**
 * Returns the current files of a folder by their address (`/assets/app-3f2a91bc.js`). Undefined if there is no folder.
 * @throws the read error if the folder exists but cannot be read.
 */
export async function readAssetFolder(folder: string): Promise<ReadonlyMap<string, Asset> | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!entries) return undefined;
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const assets = new Map<string, Asset>();
  let keptBytes = 0;
  const read = async (path: string, encoding: AssetBody['encoding']): Promise<AssetBody> => {
    const { size, mtimeMs } = await stat(path);
    const isKept = size <= maxKeptFileBytes && keptBytes + size <= maxKeptBytes;
    if (!isKept)
      return { encoding, size, path, bytes: undefined, etag: `"${size.toString(36)}-${mtimeMs.toString(36)}"` };
    keptBytes += size;
    const bytes = await readFile(path);
    return { encoding, size: bytes.length, path, bytes, etag: etagOf(bytes) };
  };
  for (const path of paths.sort()) {
    const isVariant = encodings.some(({ suffix }) => path.endsWith(suffix) && known.has(path.slice(0, -suffix.length)));
    if (isVariant) continue;
    const bodies: AssetBody[] = [];
    for (const { name, suffix } of encodings)
      if (known.has(path + suffix)) bodies.push(await read(path + suffix, name));
    bodies.push(await read(path, undefined));
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    assets.set(address, {
      type: types[extname(path).toLowerCase()] ?? 'application/octet-stream',
      isHashed: /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(address),
      bodies,
    });
  }
  return assets;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Reads a large file piece by piece. The file is closed between two pieces: a client that disconnects leaves nothing
 * behind.
 */
export async function* readInPieces({ path, size }: AssetBody): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; position += pieceBytes) {
    yield await readPiece(path, position, Math.min(pieceBytes, size - position));
  }
}

async function readPiece(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const piece = Buffer.alloc(length);
    const { bytesRead } = await file.read(piece, 0, length, position);
    if (bytesRead < length) throw new Error(`${path} was truncated while it was sent`);
    return piece;
  } finally {
    await file.close();
  }
}
