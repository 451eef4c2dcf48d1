import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const cancelImport = defineCall({
  name: 'cancelImport',
  owner: 'library',
  section: 'Routines',
  summary: 'Cancel an import',
  description:
    'Requests the cancellation of your import with this Idempotency-Key. The answer of the import is its one result: the routine ' +
    'if it is stored, or the refusal that it was cancelled and nothing of the file is stored.',
  http: { method: 'POST', path: '/routines/import/cancel' },
  input: z.object({ key: z.string().min(1).max(200).describe('Idempotency-Key of the import') }),
  output: z.object({ wasRunning: z.boolean().describe('False: the import has ended or has not arrived') }),
  access: 'author',
  effect: 'eachTime',
});
