import { largestInt32, ProductError } from '@cellwright/domain/basics';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';

export const ifMatchHeader = z.object({
  'if-match': z.string().max(64).optional().describe('Version that was changed, from its ETag: "3"'),
});

const form = /^(?:W\/)?"?(\d{1,10})"?$/;

/** Returns the version that a change is based on; 0 for `*` (any), undefined without the header. */
export function expectedVersionOf({ headers }: FastifyRequest): number | undefined {
  const header = headers['if-match'];
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 0;
  const version = Number(form.exec(header.trim())?.[1] ?? Number.NaN);
  if (version >= 1 && version <= largestInt32) return version;
  throw new ProductError(
    'request_failed_validation',
    'The If-Match header has no valid version. Send the ETag of the document, for example "3"',
  );
}

/** Validates addresses, queries and headers, but no bodies. */
export const checkAllButBody: FastifySchemaCompiler<z.ZodType> = (route) =>
  route.httpPart === 'body' ? (value) => ({ value }) : validatorCompiler(route);
