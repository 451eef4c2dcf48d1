import { meshFileNameSchema, spaceFileListingSchema } from '@cellwright/domain/space';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const uploadMesh = defineCall({
  name: 'uploadMesh',
  owner: 'library',
  section: 'Mesh files',
  summary: 'Upload a mesh for an environment object',
  description:
    'The body is the file itself: STL (text or binary), OBJ, glTF with its data inside, or GLB, at most 8 MiB and 100000 ' +
    'triangles. The answer has the fileURL for the space item. A glTF scene is turned from y up to z up. The same bytes ' +
    'under the same name are stored once.',
  http: { method: 'POST', path: '/space-files' },
  input: z.object({ fileName: meshFileNameSchema }),
  document: z.string().meta({ format: 'binary' }),
  documentTypes: ['application/octet-stream', 'model/stl', 'model/obj', 'model/gltf-binary', 'model/gltf+json'],
  output: spaceFileListingSchema.loose(),
  access: 'author',
  effect: 'atMostOnce',
  // Enough for a large mesh over a slow network.
  deadlineMS: 60_000,
});
