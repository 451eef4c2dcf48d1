/** Largest document (routine, space item…) that crosses the gateway, bytes of UTF-8 JSON. */
export const maxDocumentBytes = 8 * 1024 * 1024;
/** Deepest nesting of a step tree. */
export const maxStepDepth = 1000;
/** Deepest nesting of any JSON document: a step level costs two (an array and an object), plus room for arguments. */
export const maxJsonDepth = 2 * maxStepDepth + 100;
/** Most steps in one routine. */
export const maxStepCount = 50_000;
/** Versions, offsets and counts travel as int32. */
export const largestInt32 = 2_147_483_647;
