import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

const none = z.object({}).default({});
const name = z.string().max(200).optional();

/** Messages of the runner socket about the client that controls the robot. */
export const controlMessages = {
  acquireControl: {
    payload: z.strictObject({ name }).default({}),
    result: z.object({ sequence: z.number() }),
    control: 'none',
    summary: 'Take control of the arm if it is free',
  },
  takeOverControl: {
    payload: z.strictObject({ name }).default({}),
    result: z.object({ sequence: z.number() }),
    control: 'none',
    summary: 'Take over control of the arm from its holder; the arm stops first, and the former holder is notified',
  },
  releaseControl: {
    payload: none,
    result: none,
    control: 'none',
    summary: 'Release control of the arm, also during a run',
  },
  controlHeartbeat: {
    payload: none,
    result: none,
    control: 'none',
    summary: 'Keep control; it ends 2 s after the last heartbeat, or with the run',
  },
  acknowledgeControlLoss: {
    payload: z.strictObject({ lossID: idSchema }),
    result: none,
    control: 'signedIn',
    summary: 'Acknowledge that another client took control',
  },
} as const;
