import { jsonDepthOf, maxJsonDepth, ProductError } from '@cellwright/domain/basics';

/** @throws ProductError too_large, request_failed_validation */
export function readJson(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  if (jsonDepthOf(text) > maxJsonDepth) {
    throw new ProductError('too_large', `A message can be nested at most ${maxJsonDepth} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ProductError('request_failed_validation', 'The message is not JSON');
  }
}
