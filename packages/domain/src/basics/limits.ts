/** Maximum size of a document (routine, space item…) that passes the gateway, bytes of UTF-8 JSON. */
export const maxDocumentBytes = 8 * 1024 * 1024;
/** Maximum nesting of a step tree. */
export const maxStepDepth = 1000;
/** Maximum nesting of any JSON document: a step level takes two (an array and an object), plus room for arguments. */
export const maxJsonDepth = 2 * maxStepDepth + 100;
/** Maximum number of steps in a routine. */
export const maxStepCount = 50_000;
/** Versions, offsets and counts are sent as int32. */
export const largestInt32 = 2_147_483_647;
