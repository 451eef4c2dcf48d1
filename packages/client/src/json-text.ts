import { ProductError } from '@cellwright/domain/basics';

/**
 * Returns the JSON text of a request.
 * @throws ProductError request_failed_validation for a number that is not finite: JSON has none, and would send null, which
 * means "no limit" in many fields.
 */
export function toJSONText(request: unknown): string {
  return JSON.stringify(request, (field, value: unknown) => {
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
    throw new ProductError('request_failed_validation', `${field}: ${value} is not a finite number`);
  });
}
