import { ProductError, refuseUnknownFields } from '@cellwright/domain/basics';
import { findUnheldProblems, problemsOf } from '@cellwright/domain/routine';
import { type ProofOptions, proofOptionsSchema } from '@cellwright/domain/run';
import { readJson } from '@cellwright/service-kit';

/** Bytes. */
const maxOptionsSize = 1_000_000;

/** Reads options as JSON, empty for the defaults. @throws ProductError too_large, request_failed_validation */
export function readProofOptions(json: Uint8Array): ProofOptions {
  if (json.length > maxOptionsSize) throw new ProductError('too_large', 'The options of a dry run are too long');
  const sent = json.length > 0 ? readJson(json) : {};
  const unheld = findUnheldProblems(sent);
  if (unheld[0]) throw new ProductError('request_failed_validation', unheld[0].message, { problems: unheld });
  const options = refuseUnknownFields(proofOptionsSchema).safeParse(sent);
  if (options.success) return options.data;
  throw new ProductError('request_failed_validation', 'Invalid options of a dry run', {
    problems: problemsOf(options.error),
  });
}
