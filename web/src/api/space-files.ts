import { uploadMesh as uploadMeshCall } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import type { SpaceFileListing } from '@cellwright/domain/space';
import * as z from 'zod';
import { http } from './session.ts';

/** Time limit for a large mesh over a slow network, ms. */
const withinMS = 60_000;

/** Uploads a mesh to the cell; the response has its URL for an environment object. */
export async function uploadMesh(file: File): Promise<SpaceFileListing> {
  const document = new Uint8Array(await file.arrayBuffer());
  return callCell(http, uploadMeshCall, { fileName: file.name }, { document });
}

/** Returns the corners of a mesh's triangles, nine numbers each, in the unit of its file. */
export async function readMesh(fileURL: string, signal?: AbortSignal): Promise<Float32Array> {
  const { stl } = await http.request('GET', fileURL, {
    schema: z.object({ stl: z.string() }),
    signal,
    deadlineMS: withinMS,
  });
  return cornersOfStl(stl);
}

/**
 * Reads the corners of a binary STL in base64: 84 bytes of header, then 12 bytes of normal, 36 of corners and 2 unused
 * for each triangle.
 */
export function cornersOfStl(base64: string): Float32Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const count = view.getUint32(80, true);
  const corners = new Float32Array(9 * count);
  for (let index = 0; index < corners.length; index++) {
    corners[index] = view.getFloat32(84 + 50 * Math.floor(index / 9) + 12 + 4 * (index % 9), true);
  }
  return corners;
}
