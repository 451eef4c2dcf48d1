import type { Result } from '@cellwright/domain/basics';
import { type SpaceFile, spaceFileLimits, spaceFileURL } from '@cellwright/domain/space';
import { anyEntity, describeDocument, type PreparedDocument } from '@cellwright/entities';
import { boundsOf, type MeshRefusal, readMeshFile, writeBinaryStl } from '@cellwright/geometry/mesh';

/** Returns the document of an uploaded mesh: only its triangles, for any input format. */
export function readSpaceFile(id: string, name: string, bytes: Uint8Array): Result<PreparedDocument, MeshRefusal> {
  const reading = readMeshFile(name, bytes, spaceFileLimits);
  if (!reading.ok) return reading;
  const { format, mesh } = reading.value;
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
  return { ok: true, value: describeDocument(anyEntity('spaceFiles'), file) };
}
