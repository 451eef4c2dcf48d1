import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { maxDocumentBytes } from '../basics/limits.ts';
import { oneLine } from '../basics/text.ts';
import { sceneLimits } from './scene-limits.ts';

/** Limits of an uploaded mesh, and the number of files in a cell. */
export const spaceFileLimits = { bytes: maxDocumentBytes, triangles: sceneLimits.triangles, files: 200 } as const;

/** A label, never a path: no file is opened by this name. */
export const meshFileNameSchema = z
  .string()
  .trim()
  .min(1, 'A file needs a name')
  .max(255, 'A file name has at most 255 characters')
  .regex(oneLine, 'A file name must not contain control characters')
  .regex(/^[^/\\]*$/, 'A file name must not contain folders. Remove them')
  .regex(/\.(stl|obj|gltf|glb)$/i, 'Choose a file that ends in .stl, .obj, .gltf or .glb');

const corner = z.tuple([z.number(), z.number(), z.number()]);

/** A mesh file in lists. Lengths are in the file's unit. */
export const spaceFileListingSchema = z.object({
  id: idSchema,
  name: meshFileNameSchema.describe('As it was uploaded'),
  format: z.enum(['stl', 'obj', 'gltf', 'glb']),
  fileURL: z.string().describe('Name used by environment objects'),
  byteLength: z.number().int().min(1).describe('Of the upload'),
  triangleCount: z.number().int().min(1).max(spaceFileLimits.triangles),
  minimum: corner,
  maximum: corner,
});
export type SpaceFileListing = z.infer<typeof spaceFileListingSchema>;

/** Uploaded mesh for environment objects: only its triangles, in any original format. It is immutable. */
export const spaceFileSchema = spaceFileListingSchema.extend({
  stl: z.string().describe('Its triangles: binary STL as base64'),
});
export type SpaceFile = z.infer<typeof spaceFileSchema>;

const addressPrefix = '/api/v1/cell/space-files/';

export function spaceFileURL(id: string): string {
  return `${addressPrefix}${id}`;
}

/** Returns the id of the file at an address within the cell; undefined if it is not a file. */
export function spaceFileIDOf(fileURL: string | undefined): string | undefined {
  return fileURL?.startsWith(addressPrefix) ? fileURL.slice(addressPrefix.length) : undefined;
}
