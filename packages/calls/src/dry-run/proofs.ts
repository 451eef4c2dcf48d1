import { stackQuestionSchema, stackReportSchema } from '@cellwright/domain/pallet';
import { routineTestsReportSchema } from '@cellwright/domain/routine';
import { proofOptionsSchema, proofReportSchema } from '@cellwright/domain/run';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';
import { idField, robotKindField } from '../framework/fields.ts';
import { routineFileSchema } from '../library/routine-file.ts';

const common = {
  owner: 'dry-run',
  section: 'Routines',
  access: 'connectToRobot',
  effect: 'none',
  agent: 'dryRun',
  // The dry run times out before this time, including the wait in its queue.
  deadlineMS: 160_000,
} as const;

const proof = {
  ...common,
  description:
    'Simulates the routine on a clock of its own, in a process of its own, as the robot is now: with its tool, its planning ' +
    'scene and the simulators of its devices. The cell does not change. One dry run of a cell at a time.',
  output: proofReportSchema,
} as const;

export const proveRoutine = defineCall({
  ...proof,
  name: 'proveRoutine',
  summary: 'Dry-run a stored routine',
  http: { method: 'POST', path: '/routines/:id/prove' },
  input: z.object({ id: idField }),
  document: proofOptionsSchema.partial().optional(),
});

export const proveRoutineFile = defineCall({
  ...proof,
  name: 'proveRoutineFile',
  summary: 'Dry-run a routine file',
  http: { method: 'POST', path: '/routines/prove' },
  input: z.object({
    options: z.string().max(100_000).optional().describe('Options as JSON, as in the body of proveRoutine'),
  }),
  document: routineFileSchema,
});

const test = {
  ...common,
  description:
    'Simulates the routine once for each test that it has, each time in a simulated cell of its own, as the robot is now. ' +
    'The cell does not change. Refused while a routine of the cell is simulated already.',
  scope: 'robot',
  output: routineTestsReportSchema,
} as const;

export const testRoutine = defineCall({
  ...test,
  name: 'testRoutine',
  summary: 'Run the tests of a stored routine',
  http: { method: 'POST', path: '/routines/:id/test' },
  input: z.object({ id: idField, robotKind: robotKindField }),
});

export const testRoutineFile = defineCall({
  ...test,
  name: 'testRoutineFile',
  summary: 'Run the tests of a routine file',
  http: { method: 'POST', path: '/routines/test' },
  input: z.object({ robotKind: robotKindField }),
  document: routineFileSchema,
});

export const provePallets = defineCall({
  ...common,
  name: 'provePallets',
  section: 'Space items',
  summary: 'Check whether boxes can be stacked on their pallets, stored or not',
  description:
    'Checks every box of every layer in the order of placing: whether the arm reaches its approach and its place, and whether arm, ' +
    'tool and box move between them without a collision, also with the boxes that were placed before. Uses the tool and the ' +
    'planning scene of the robot as it is now, in a process of its own. The cell does not change. One check of a cell at a time.',
  http: { method: 'POST', path: '/pallets/prove' },
  scope: 'robot',
  input: z.object({ robotKind: robotKindField }),
  document: stackQuestionSchema,
  output: stackReportSchema,
});
