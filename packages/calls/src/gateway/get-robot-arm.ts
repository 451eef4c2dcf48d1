import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const getRobotArm = defineCall({
  name: 'getRobotArm',
  owner: 'gateway',
  section: 'Robots',
  summary: 'The arm of the robot, live and simulated: its name, and its model as URDF',
  http: { method: 'GET', path: '/robot-arm' },
  input: z.object({}),
  output: z.object({ name: z.string(), urdf: z.string() }),
  access: 'signedIn',
  effect: 'none',
});
