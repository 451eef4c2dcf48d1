import { ProductError } from '@cellwright/domain/basics';

/** Decodes UTF-8. @throws ProductError request_failed_validation if the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProductError('request_failed_validation', 'The document is not UTF-8 text');
  }
}
