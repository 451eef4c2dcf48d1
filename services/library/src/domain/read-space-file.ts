import { type SpaceFile, spaceFileLimits, spaceFileURL } from '@cellwright/domain/space';
import { anyEntity, describeDocument, type PreparedDocument } from '@cellwright/entities';
import { boundsOf, readMeshFile, writeBinaryStl } from '@cellwright/geometry/mesh';

export type ReadSpaceFile =
  | { readonly ok: true; readonly document: PreparedDocument }
  | { readonly ok: false; readonly reason: 'tooLarge' | 'unreadable'; readonly message: string };

/** Returns the document of an uploaded mesh: its triangles alone, in any input format. */
export function readSpaceFile(id: string, name: string, bytes: Uint8Array): ReadSpaceFile {
  const reading = readMeshFile(name, bytes, spaceFileLimits);
  if (!reading.ok) return reading;
  const { format, mesh } = reading;
  const { minimum, maximum } = boundsOf(mesh);
  const file: SpaceFile = {
    id,
    name,
    format,
    fileURL: spaceFileURL(id),
    byteLength: bytes.length,
    triangleCount: mesh.corners.length / 9,
    minimum: [...minimum],
    maximum: [...maximum],
    stl: Buffer.from(writeBinaryStl(mesh)).toString('base64'),
  };
  return { ok: true, document: describeDocument(anyEntity('spaceFiles'), file) };
}
