import { redeemEnrolmentCode } from '@cellwright/calls';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import type { Membership } from './membership-file.ts';

const timeoutMS = 15_000;
const maxAnswerBytes = 64 * 1024;
const path = '/api/v1/cell/fleet/enrolment';
const answerSchema = z.union([z.object({ message: z.string() }), redeemEnrolmentCode.output]);

export interface RedeemOptions {
  readonly hubURL: string;
  readonly code: string;
  readonly serial: string;
  readonly clock: Clock;
}

/** Exchanges a one-time code for the credentials of this box. Its secret key never leaves it. @throws ProductError */
export async function redeemCode({ hubURL, code, serial, clock }: RedeemOptions): Promise<Membership> {
  // A box without a fleet does not load the library.
  const { createKey } = await import('@cellwright/fleet/keys');
  const user = createKey('user');
  const answer = await post(new URL(path, hubURL), { serial, code, userKey: user.publicKey });
  const { account, userJWT, natsURL, natsPort } = answer;
  return {
    ...{ hubURL, account, userJWT, userSeed: user.seed },
    natsURL: natsURL ?? `nats://${new URL(hubURL).hostname}:${natsPort}`,
    joinedAt: clock.wallNow().toISOString(),
  };
}

async function post(url: URL, body: object): Promise<z.output<typeof redeemEnrolmentCode.output>> {
  let answer: z.output<typeof answerSchema>;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMS),
    });
    answer = answerSchema.parse(JSON.parse(await readAtMost(response, maxAnswerBytes)));
  } catch (cause) {
    throw new ProductError('conflict', `No hub answers at ${url.origin}`, undefined, { cause });
  }
  if ('message' in answer) throw new ProductError('conflict', answer.message);
  return answer;
}

/** Returns the body of a response as text. @throws Error beyond a number of bytes. */
async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error('The answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
