/** An escape of NUL or of half a surrogate pair, behind an even number of backslashes. */
const refused = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/**
 * JSON text that a jsonb column takes: it refuses NUL and lone surrogates, which are shown as the replacement character.
 * The stored document itself is text and keeps them.
 */
export function storableJson(json: string): string {
  return /\\u(?:0000|d[89a-f])/i.test(json) ? json.replace(refused, '\ufffd') : json;
}
