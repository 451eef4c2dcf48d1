import { decimalText, largestInt32, wholeNumberText } from '@cellwright/domain/basics';
import { replayMomentSchema, replayRecordSchema, replaySchema } from '@cellwright/domain/run';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField } from '../framework/fields.ts';

const common = { owner: 'gateway', section: 'Runs', access: 'connectToRobot', effect: 'none' } as const;

export const getReplay = defineCall({
  ...common,
  name: 'getReplay',
  summary: 'Get the recording of a run',
  description:
    'The newest runs of each robot are recorded: the state of the robot, with its steps, variables and I/O, and ' +
    'where the arm was. A recording has parts of some seconds. not_found: nothing is recorded, or it is forgotten.',
  http: { method: 'GET', path: '/runs/:id/replay' },
  input: z.object({ id: idField }),
  output: replaySchema,
});

export const getReplayPart = defineCall({
  ...common,
  name: 'getReplayPart',
  summary: 'Get a part of the recording of a run',
  http: { method: 'GET', path: '/runs/:id/replay/parts/:index' },
  input: z.object({ id: idField, index: wholeNumberText({ min: 0, max: largestInt32 }) }),
  output: replayRecordSchema,
});

export const getReplayMoment = defineCall({
  ...common,
  name: 'getReplayMoment',
  summary: 'Get a run at one instant: the arm, steps, variables and I/O',
  description: 'Seconds since the start of the run, limited to the recorded range.',
  http: { method: 'GET', path: '/runs/:id/replay/moment' },
  input: z.object({ id: idField, seconds: decimalText(z.number().min(0).max(largestInt32)) }),
  output: replayMomentSchema,
  deadlineMS: 55_000,
});
