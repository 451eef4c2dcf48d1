import { ProductError } from '@cellwright/domain/basics';
import { findUnheldProblems } from '@cellwright/domain/routine';

/**
 * Refuses values that no document could hold, before they are sent to a service as JSON: there a number that is not finite
 * would be null, which means "no limit" in many fields.
 * @throws ProductError request_failed_validation
 */
export function requireHeld(value: unknown): void {
  const problems = findUnheldProblems(value);
  const [first] = problems;
  if (first) throw new ProductError('request_failed_validation', first.message, { problems });
}
