import * as z from 'zod';

const claimsSchema = z.object({
  iat: z.number().optional(),
  exp: z.number(),
  permissions: z.object({ controlPanel: z.literal(true) }),
});

/**
 * Returns when the token stops opening the control panel, ms since 1970 by this device; undefined for an invalid token.
 * @param receivedAt when this device received the token. Its lifetime counts from then, independent of the cell's
 * clock. Without it both clocks are assumed to agree.
 */
export function readTokenEnd(token: string, receivedAt?: number): number | undefined {
  const claims = claimsSchema.safeParse(readClaims(token));
  if (!claims.success) return undefined;
  const { iat, exp } = claims.data;
  return receivedAt === undefined || iat === undefined ? exp * 1000 : receivedAt + (exp - iat) * 1000;
}

/**
 * True if the token is unexpired and has the permission controlPanel. The signature is verified by the cell, not here.
 */
export function opensControlPanel(token: string, now: number, receivedAt?: number): boolean {
  const end = readTokenEnd(token, receivedAt);
  return end !== undefined && now < end;
}

function readClaims(token: string): unknown {
  try {
    const claims = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
