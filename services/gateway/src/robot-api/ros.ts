import * as z from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, refusalSchema } from './room.ts';

const tags = ['Robot API: ROS'];
const stateSchema = z.object({ state: z.enum(['enabled', 'disabled']) });
const actionSchema = z.object({
  action: z.enum(['enabled', 'disabled', 'enable', 'disable']).describe('The requested state, or the verb for it'),
});

/** Registers `/movement/ros/state`: whether ROS controls the arm. */
export function addROS(api: Api, line: RobotLine): void {
  api.get(
    '/movement/ros/state',
    { schema: { tags, summary: 'Whether ROS controls the arm', response: { 200: stateSchema } } },
    async (request) => ({ state: stateOf(line.state(callOf(request).robotKind).isROSControlEnabled) }),
  );
  api.post(
    '/movement/ros/state',
    {
      schema: {
        tags,
        summary: 'Hand control of the arm to ROS, or take it back',
        description:
          'Needs released brakes. With a ROS bridge, nothing else can move the arm meanwhile; without one, control stays with the cell.',
        body: actionSchema,
        response: { 200: stateSchema, 500: refusalSchema },
      },
    },
    async (request) => {
      const isEnabled = request.body.action.startsWith('enable');
      const answer = await line.command(callOf(request), 'setROSControlEnabled', { isEnabled });
      return { state: stateOf(answer.isEnabled) };
    },
  );
}

function stateOf(isEnabled: boolean) {
  return isEnabled ? ('enabled' as const) : ('disabled' as const);
}
