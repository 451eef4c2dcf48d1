import { robotKindSchema } from '@cellwright/domain/robot';
import { debugStateSchema, runStatusSchema } from '@cellwright/domain/run';
import { debugMessages, type RunnerMessageKind, runnerMessages } from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = {
  owner: 'routine-runner',
  section: 'Debugging',
  scope: 'robot',
  access: 'connectToRobot',
} as const;
const command = { ...common, effect: 'atMostOnce', deadlineMS: 60_000 } as const;
const robot = { robotKind: robotKindSchema };
const at = (path: string) => `/robots/:robotKind/debug${path}` as const;
const summaryOf = (kind: RunnerMessageKind) => runnerMessages[kind].summary;

const debugged = z.object({
  debug: debugStateSchema,
  isPaused: z.boolean(),
  run: z.object({ id: z.string(), status: runStatusSchema }).nullable(),
});

export const getDebugState = defineCall({
  ...common,
  name: 'getDebugState',
  summary: 'Get breakpoints, watched expressions, and the position and reason of a pause',
  http: { method: 'GET', path: at('') },
  input: z.object(robot),
  output: debugged,
  effect: 'none',
  agent: 'read',
});

export const setBreakpoints = defineCall({
  ...command,
  name: 'setBreakpoints',
  summary: summaryOf('setBreakpoints'),
  http: { method: 'PUT', path: at('/breakpoints') },
  input: debugMessages.setBreakpoints.payload.extend(robot),
  output: debugMessages.setBreakpoints.result,
});

export const setWatches = defineCall({
  ...command,
  name: 'setWatches',
  summary: summaryOf('setWatches'),
  http: { method: 'PUT', path: at('/watches') },
  input: debugMessages.setWatches.payload.extend(robot),
  output: debugMessages.setWatches.result,
});

export const setStepDisabled = defineCall({
  ...command,
  name: 'setStepDisabled',
  summary: summaryOf('setStepDisabled'),
  http: { method: 'PUT', path: at('/disabled-steps') },
  input: debugMessages.setStepDisabled.payload.extend(robot),
  output: debugMessages.setStepDisabled.result,
  lease: true,
});

export const setVariableState = defineCall({
  ...command,
  name: 'setVariableState',
  summary: summaryOf('setVariableState'),
  http: { method: 'PUT', path: at('/variables') },
  input: runnerMessages.setVariableState.payload.extend(robot),
  output: debugged,
});

export const runTo = defineCall({
  ...command,
  name: 'runTo',
  summary: summaryOf('runTo'),
  http: { method: 'POST', path: at('/run-to') },
  input: debugMessages.runTo.payload.extend(robot),
  output: debugMessages.runTo.result,
  lease: true,
});

export const stepOver = defineCall({
  ...command,
  name: 'stepOver',
  summary: summaryOf('stepOver'),
  http: { method: 'POST', path: at('/step-over') },
  input: debugMessages.stepOver.payload.unwrap().extend(robot),
  output: debugMessages.stepOver.result,
  lease: true,
});

export const stepInto = defineCall({
  ...command,
  name: 'stepInto',
  summary: summaryOf('stepInto'),
  http: { method: 'POST', path: at('/step-into') },
  input: debugMessages.stepInto.payload.unwrap().extend(robot),
  output: debugMessages.stepInto.result,
  lease: true,
});

export const resumeRoutine = defineCall({
  ...command,
  name: 'resumeRoutine',
  summary: summaryOf('resumeRoutine'),
  http: { method: 'POST', path: at('/continue') },
  input: z.object(robot),
  output: debugged,
  lease: true,
});
