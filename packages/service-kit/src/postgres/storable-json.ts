/** Matches an escape of NUL or of a lone surrogate, after an even number of backslashes. */
const refused = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/**
 * Returns JSON text for a jsonb column, which refuses NUL and lone surrogates: they become the replacement character.
 * The stored document itself is text and contains them unchanged.
 */
export function storableJson(json: string): string {
  return /\\u(?:0000|d[89a-f])/i.test(json) ? json.replace(refused, '\ufffd') : json;
}
