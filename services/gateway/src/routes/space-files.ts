import { maxDocumentBytes, meshFileNameSchema, ProductError, spaceFileListingSchema } from '@cellwright/domain';
import { spaceFiles } from '@cellwright/entities';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { authorOf, idempotencyKeyOf } from '../http/authentication.ts';
import { bodyBytes, sendJsonText } from '../http/documents.ts';
import { checkAllButBody } from '../http/versions.ts';
import type { Clients } from '../rpc/clients.ts';

/** What a browser or a tool calls the content of a mesh file; its name says the format. */
const contentTypes = [
  'application/octet-stream',
  'model/stl',
  'model/obj',
  'model/gltf-binary',
  'model/gltf+json',
] as const;
const uploadedSchema = spaceFileListingSchema.loose();

/** `/api/v1/cell/space-files`: uploading; what is kept is in entities.ts. */
export async function spaceFileRoutes(instance: FastifyInstance, { library }: Pick<Clients, 'library'>): Promise<void> {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    [...contentTypes],
    { parseAs: 'buffer', bodyLimit: maxDocumentBytes },
    (_request, body, done) => done(null, body),
  );
  instance.setValidatorCompiler(checkAllButBody);
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    `/${spaceFiles.path}`,
    {
      schema: {
        tags: ['Mesh files'],
        summary: 'Upload a mesh for an environment object',
        description:
          'The body is the file itself: STL (text or binary), OBJ, glTF with its data inside, or GLB, at most 8 MiB and 100000 triangles. The answer says the fileURL for the space item. A glTF scene is turned from y up to z up. The same bytes are kept once.',
        consumes: [...contentTypes],
        querystring: z.object({ fileName: meshFileNameSchema }),
        body: z.string().meta({ format: 'binary' }),
        response: { 200: uploadedSchema },
      },
    },
    async (request, reply) => {
      const content = bodyBytes(request.body);
      if (content.length === 0) throw new ProductError('request_failed_validation', 'Send the file as the body');
      const { version, json } = await library.uploadSpaceFile({
        fileName: request.query.fileName,
        content,
        author: authorOf(request),
        idempotencyKey: idempotencyKeyOf(request),
      });
      void reply.header('etag', `"${version}"`);
      return sendJsonText(reply, json);
    },
  );
}
