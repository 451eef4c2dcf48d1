import { robotKindSchema } from '@cellwright/domain/robot';
import { mountedToolSchema } from '@cellwright/domain/run';
import { runnerMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = {
  owner: 'routine-runner',
  section: 'Tool on the flange',
  scope: 'robot',
  access: 'connectToRobot',
  output: z.object({ tool: mountedToolSchema }),
} as const;
const command = { ...common, effect: 'atMostOnce', lease: true, deadlineMS: 60_000 } as const;
const robot = { robotKind: robotKindSchema };

export const getTool = defineCall({
  ...common,
  name: 'getTool',
  summary: 'Get the tool on the flange; for a changer with its ends and the active end',
  http: { method: 'GET', path: '/robots/:robotKind/tool' },
  input: z.object(robot),
  effect: 'none',
  agent: 'read',
});

export const setTool = defineCall({
  ...command,
  name: 'setTool',
  summary: runnerMessages.setTool.summary,
  http: { method: 'PUT', path: '/robots/:robotKind/tool' },
  input: runnerMessages.setTool.payload.extend(robot),
});

export const setActiveEnd = defineCall({
  ...command,
  name: 'setActiveEnd',
  summary: runnerMessages.setActiveEnd.summary,
  http: { method: 'PUT', path: '/robots/:robotKind/tool/active-end' },
  input: runnerMessages.setActiveEnd.payload.extend(robot),
});
