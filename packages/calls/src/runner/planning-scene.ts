import { jointAnglesSchema } from '@cellwright/domain/robot';
import { addedObstacleSchema, placeSchema, shownSceneSchema } from '@cellwright/domain/space';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { robotKindField } from '../framework/fields.ts';

const common = {
  owner: 'routine-runner',
  section: 'Planning scene',
  scope: 'robot',
} as const;

export const getPlanningScene = defineCall({
  ...common,
  name: 'getPlanningScene',
  summary: 'Get the obstacles that the planner avoids',
  description:
    'The environment objects of the cell, which are space items, and what programs added at the motion planner. Meshes of space ' +
    'items are at their files.',
  http: { method: 'GET', path: '/planning-scene' },
  input: z.object({ robotKind: robotKindField }),
  output: shownSceneSchema,
  access: 'signedIn',
  effect: 'none',
  agent: 'read',
});

export const checkPosture = defineCall({
  owner: 'routine-runner',
  section: 'Planning scene',
  scope: 'robot',
  name: 'checkPosture',
  summary: 'Check what the arm would touch in a posture',
  description: 'In the scene that the planner avoids, with the tool on the flange. The arm does not move.',
  http: { method: 'POST', path: '/planning-scene/check-posture' },
  input: z.object({ robotKind: robotKindField, joints: jointAnglesSchema.describe('Angles of the joints, rad') }),
  output: z.object({
    collisions: z.array(z.string()).describe('What would touch what; empty if nothing does'),
    links: z
      .array(z.string())
      .describe('The links of the arm in contact, by their names in its model; the tool is tool'),
  }),
  access: 'signedIn',
  effect: 'none',
  agent: 'read',
});

const change = {
  ...common,
  output: z.object({
    revision: z.number(),
    notes: z.array(z.string()).describe('Obstacles that planning ignores, and why'),
  }),
  access: 'connectToRobot',
  effect: 'eachTime',
} as const;
const obstacle = { name: z.string().min(1).max(128), robotKind: robotKindField };

export const addObstacle = defineCall({
  ...change,
  name: 'addObstacle',
  summary: 'Add an obstacle',
  http: { method: 'POST', path: '/planning-scene/obstacles' },
  input: addedObstacleSchema.extend({ robotKind: robotKindField }),
});

export const moveObstacle = defineCall({
  ...change,
  name: 'moveObstacle',
  summary: 'Move an obstacle that a program added',
  http: { method: 'PATCH', path: '/planning-scene/obstacles/:name' },
  input: z.object({ ...obstacle, pose: placeSchema }),
});

export const removeObstacle = defineCall({
  ...change,
  name: 'removeObstacle',
  summary: 'Remove an obstacle that a program added',
  description: 'Or a box that a routine left on a pallet, while no routine plays.',
  http: { method: 'DELETE', path: '/planning-scene/obstacles/:name' },
  input: z.object(obstacle),
});
