import { robotKindSchema } from '@cellwright/domain/robot';
import { robotSessionStateSchema } from '@cellwright/domain/run';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const getRobotState = defineCall({
  name: 'getRobotState',
  owner: 'gateway',
  section: 'Robots',
  summary: 'The state of the robot session',
  http: { method: 'GET', path: '/robots/:robotKind/state' },
  input: z.object({ robotKind: robotKindSchema }),
  output: z.object({ seq: z.number(), state: robotSessionStateSchema }),
  access: 'signedIn',
  effect: 'none',
});
