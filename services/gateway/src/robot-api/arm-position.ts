import type { ServerResponse } from 'node:http';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { type ArmMover, moveEventSchema } from './arm-mover.ts';
import { moveRequestSchema } from './arm-targets.ts';
import { type ControlledMoves, controlledRequestSchema, controlledStatusSchema } from './controlled-moves.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, refusalSchema } from './room.ts';
import { placedOf, placedSchema } from './units.ts';

const tags = ['Robot API: movement'];
const combinedSchema = z.object({ joint_rotations: jointAnglesSchema, tooltip_position: placedSchema });
/** Existing programs treat a move that the brakes prevent as an internal failure. */
const refusals = { brakes_must_be_disengaged: { status: 500 } };

/** Registers `/movement/position/arm`, plain and controlled. */
export function addArmPosition(
  api: Api,
  parts: { readonly line: RobotLine; readonly mover: ArmMover; readonly moves: ControlledMoves },
): void {
  const { line, mover, moves } = parts;
  api.get(
    '/movement/position/arm',
    { schema: { tags, summary: 'Position of the arm', response: { 200: combinedSchema, 503: refusalSchema } } },
    async (request) => {
      const { jointAngles, pose } = await line.position(callOf(request).robotKind);
      return { joint_rotations: jointAngles, tooltip_position: placedOf(pose) };
    },
  );
  api.post(
    '/movement/position/arm',
    {
      config: { refusals },
      schema: {
        tags,
        summary: 'Move the arm, and respond on arrival',
        description:
          'A failed move returns 200 with the failure. The targets of a list are reached one after the other, each to standstill; joint angles always by a joint move. If the connection of the request closes, the rest of the list is skipped.',
        body: moveRequestSchema,
        response: { 200: moveEventSchema, 500: refusalSchema, 503: refusalSchema },
      },
    },
    async (request, reply) => mover.move(callOf(request), request.body, { isHeld: false, gone: whenGone(reply.raw) }),
  );
  api.post(
    '/movement/position/arm/controlled',
    {
      config: { refusals },
      schema: {
        tags,
        summary: 'Move the arm while heartbeats arrive',
        description: 'Responds when the move is accepted. The speed of the tool is limited to 250 mm/s.',
        body: controlledRequestSchema,
        response: { 200: controlledStatusSchema, 500: refusalSchema, 503: refusalSchema },
      },
    },
    async (request) => moves.start(callOf(request), request.body),
  );
  api.post(
    '/movement/position/arm/controlled/:commandID/heartbeat',
    {
      schema: {
        tags,
        summary: 'Keep a controlled move alive',
        params: z.object({ commandID: z.string().min(1).max(128) }),
        response: { 200: controlledStatusSchema, 503: refusalSchema },
      },
    },
    async (request) => moves.heartbeat(callOf(request), request.params.commandID),
  );
}

/** Returns a signal that aborts when the connection of a request closes before its response. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  return gone.signal;
}
