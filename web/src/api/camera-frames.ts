import { ProductError } from '@cellwright/domain/basics';
import { frameHeaders } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import * as z from 'zod';
import { session } from './session.ts';

/** A frame of a camera as it arrived in this browser. */
export interface ReceivedFrame {
  readonly sequence: number;
  /** Time of this browser at which it was captured, ms; late by what the network took. */
  readonly capturedAt: number;
  /** Age up to which it is current, ms. */
  readonly validForMS: number;
  readonly picture: Blob;
}

const headersSchema = z.object({
  sequence: z.coerce.number(),
  age: z.coerce.number(),
  validFor: z.coerce.number(),
});
const refusalSchema = z.object({ message: z.string() });

export interface WantedFrame {
  readonly id: string;
  readonly robotKind: RobotKind;
  /** Sequence of the frame that is shown: another is waited for. */
  readonly after: number | undefined;
}

/** Gets the current frame of a camera. @throws ProductError with the reason why there is none. */
export async function loadFrame({ id, robotKind, after }: WantedFrame, signal: AbortSignal): Promise<ReceivedFrame> {
  const query = new URLSearchParams({ robotKind, ...(after === undefined ? {} : { after: String(after) }) });
  const { token } = session;
  const response = await fetch(`/api/v1/cell/cameras/${encodeURIComponent(id)}/frame?${query}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    signal,
  });
  if (!response.ok) {
    const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined));
    throw new ProductError('camera_disconnected', refusal.data?.message ?? `Status ${response.status}`);
  }
  const { sequence, age, validFor } = headersSchema.parse({
    sequence: response.headers.get(frameHeaders.sequence),
    age: response.headers.get(frameHeaders.age),
    validFor: response.headers.get(frameHeaders.validFor),
  });
  const capturedAt = performance.now() - age;
  return { sequence, capturedAt, validForMS: validFor, picture: await response.blob() };
}
