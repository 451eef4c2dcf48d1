import { isDeepStrictEqual } from 'node:util';
import { ProductError } from '@cellwright/domain/basics';

/**
 * Refuses a change of fields that the cell sets itself, by name: ignored, they would be answered as stored. A client may
 * send them unchanged, with the rest of the document.
 * @throws ProductError request_failed_validation
 */
export function refuseFieldsOfCell<T extends object>(
  next: T,
  previous: T,
  fields: readonly (keyof T & string)[],
): void {
  const changed = fields.filter((field) => !isDeepStrictEqual(next[field], previous[field]));
  if (changed.length === 0) return;
  const rest = changed.length === 1 ? 'is set by the cell. Remove it' : 'are set by the cell. Remove them';
  const message = `${changed.join(', ')} ${rest}`;
  const problems = changed.map((fieldId) => ({ kind: 'invalidConfiguration', message, fieldId }));
  throw new ProductError('request_failed_validation', message, { problems });
}
