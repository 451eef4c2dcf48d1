import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const jointSchema = z.object({
  braked: z.boolean(),
  connectionStatus: z.enum(['ready', 'disconnected']),
  inCollision: z.boolean(),
  disturbance: z.object({
    disturbance: z.number(),
    amperageDisturbance: z.number(),
    windupDisturbance: z.number(),
  }),
});
const names = ['J0', 'J1', 'J2', 'J3', 'J4', 'J5'] as const;
const jointsSchema = z.object({
  J0: jointSchema,
  J1: jointSchema,
  J2: jointSchema,
  J3: jointSchema,
  J4: jointSchema,
  J5: jointSchema,
});

/** Registers `/joints`. */
export function addJoints(api: Api, line: RobotLine): void {
  api.get(
    '/joints',
    { schema: { tags: ['Robot API: status'], summary: 'State of each joint', response: { 200: jointsSchema } } },
    async (request) => {
      const state = line.state(callOf(request).robotKind);
      return jointsSchema.parse(Object.fromEntries(names.map((name, joint) => [name, jointOf(state, joint)])));
    },
  );
}

function jointOf(
  { brakes, unbrakedJoints, isControllerConnected, contact }: RobotSessionState,
  joint: number,
): z.infer<typeof jointSchema> {
  return {
    braked: brakes === 'engaged' && !unbrakedJoints.includes(joint),
    connectionStatus: isControllerConnected ? 'ready' : 'disconnected',
    inCollision: contact.pressedJoints.includes(joint),
    // The controller reports which joints are under external load, not its amount.
    disturbance: { disturbance: 0, amperageDisturbance: 0, windupDisturbance: 0 },
  };
}
