import { ProductError, refuseUnknownFields } from '@cellwright/domain/basics';
import { problemsOf } from '@cellwright/domain/routine';
import { type ProofOptions, proofOptionsSchema } from '@cellwright/domain/run';
import { readJson } from './read-json.ts';

/** Bytes. */
const maxOptionsSize = 1_000_000;

/** Reads options as JSON, empty for the defaults. @throws ProductError too_large, request_failed_validation */
export function readProofOptions(json: Uint8Array): ProofOptions {
  if (json.length > maxOptionsSize) throw new ProductError('too_large', 'The options of a dry run are too long');
  const options = refuseUnknownFields(proofOptionsSchema).safeParse(json.length > 0 ? readJson(json) : {});
  if (options.success) return options.data;
  throw new ProductError('request_failed_validation', 'Invalid options of a dry run', {
    problems: problemsOf(options.error),
  });
}
