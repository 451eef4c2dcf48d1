import * as z from 'zod';

/** One operation of a state patch (RFC 6902, the three that state sync uses). */
export const patchOperationSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('add'), path: z.string(), value: z.unknown() }),
  z.object({ op: z.literal('replace'), path: z.string(), value: z.unknown() }),
  z.object({ op: z.literal('remove'), path: z.string() }),
]);
export type PatchOperation = z.infer<typeof patchOperationSchema>;

/** The 32-bit string hash h·31 + c over UTF-16 code units, as an unsigned number. */
export function hashString(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash >>> 0;
}

/**
 * Returns the hash of a state: the sum modulo 2³² of hashString(`pointer=JSON`) over its leaves. A leaf is a scalar, an
 * empty object or an empty array. As a sum, it is updated by subtracting removed leaves and adding new ones.
 */
export function hashState(state: unknown, pointer = ''): number {
  let sum = 0;
  const pending: { value: unknown; pointer: string }[] = [{ value: state, pointer }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entries = typeof next.value === 'object' && next.value !== null ? Object.entries(next.value) : [];
    if (entries.length === 0) {
      if (next.value !== undefined) sum = (sum + hashString(`${next.pointer}=${JSON.stringify(next.value)}`)) >>> 0;
      continue;
    }
    for (const [key, value] of entries) {
      pending.push({ value, pointer: `${next.pointer}/${escapePointer(key)}` });
    }
  }
  return sum;
}

/** Escapes one part of a JSON pointer (RFC 6901). */
export function escapePointer(part: string): string {
  return part.includes('~') || part.includes('/') ? part.replaceAll('~', '~0').replaceAll('/', '~1') : part;
}

export function unescapePointer(part: string): string {
  return part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;
}
