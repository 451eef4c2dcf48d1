/** Triangle meshes of files: read within limits, written as binary STL. Pure. */

export { readMeshFile } from './read-mesh-file.ts';
export { writeBinaryStl } from './stl.ts';
export {
  boundsOf,
  type MeshBounds,
  type MeshFile,
  type MeshFormat,
  type MeshLimits,
  type MeshRefusal,
  meshFormats,
  type TriangleMesh,
} from './triangle-mesh.ts';
