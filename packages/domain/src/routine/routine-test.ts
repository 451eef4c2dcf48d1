import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { nameSchema } from '../basics/text.ts';
import { simulatedDeviceFaultSchema } from '../equipment/device-rehearsal.ts';
import { failureKindSchema } from '../robot/failures.ts';
import { allPorts, ioLevelSchema, ioPortName } from '../robot/io.ts';
import { variableValueSchema } from './expression.ts';

export const maxRoutineTests = 100;
/** Default time limit of a test, s of the routine's time. */
const usualBoundSeconds = 600;

/** Messages for a test that contradicts itself. */
export const routineTestMessages = {
  inputUnknown: 'There is no such input. Name it as in "Input 1"',
  outputUnknown: 'There is no such output. Name it as in "Output 1"',
  oneMoment: 'Say when by atSeconds or by afterStepID, not by both',
  failureOfCompleted: 'What completes has no failure: expect the outcome "failed" with it',
  bothReached: 'A step is expected to be reached or not to be reached, not both',
  boundsCrossed: 'The least time is at most the greatest',
  sameName: (name: string) => `Another test is called '${name}', too. Give each test a name of its own`,
  noTests: 'This routine carries no tests. Add them to its file, under "tests"',
  inTest: (name: string, message: string) => `Test '${name}': ${message}`,
} as const;

const namesOf = (kinds: readonly string[]) =>
  new Set(allPorts.filter(({ kind }) => kinds.includes(kind)).map(ioPortName));
const inputNames = namesOf(['Input', 'FlangeInput']);
const outputNames = namesOf(['Output', 'Relay', 'FlangeOutput']);

const momentFields = {
  atSeconds: z.number().min(0).max(86_400).optional().describe("Seconds of the routine's own time after its start"),
  afterStepID: idSchema.optional().describe('When this step ends for the first time'),
};
const hasOneMoment = ({
  atSeconds,
  afterStepID,
}: {
  atSeconds?: number | undefined;
  afterStepID?: string | undefined;
}) => atSeconds === undefined || afterStepID === undefined;
const momentError = { message: routineTestMessages.oneMoment, path: ['afterStepID'] };

const givenInputSchema = z
  .strictObject({
    name: z
      .string()
      .max(40)
      .refine((name) => inputNames.has(name), routineTestMessages.inputUnknown),
    level: ioLevelSchema,
    ...momentFields,
  })
  .refine(hasOneMoment, momentError);

const givenFaultSchema = z
  .strictObject({
    equipment: z.string().min(1).max(200).describe('Id or name of the device'),
    fault: simulatedDeviceFaultSchema,
    ...momentFields,
  })
  .refine(hasOneMoment, momentError);

/** Initial conditions of a test: inputs and faults without a time apply from the start. */
const givenSchema = z.strictObject({
  variables: z.record(z.string().max(128), variableValueSchema).default({}).describe('Initial values, by id or name'),
  inputs: z.array(givenInputSchema).max(1000).default([]),
  answers: z.array(z.string().max(1000)).max(1000).default([]).describe('Answers to the prompts, in turn'),
  deviceFaults: z.array(givenFaultSchema).max(100).default([]),
});

const stepIDs = z.array(idSchema).max(1000).default([]);

const cycleTimeSchema = z
  .strictObject({
    leastSeconds: z.number().min(0).max(86_400).optional(),
    mostSeconds: z.number().positive().max(86_400).optional(),
  })
  .refine(({ leastSeconds = 0, mostSeconds = Number.POSITIVE_INFINITY }) => leastSeconds <= mostSeconds, {
    message: routineTestMessages.boundsCrossed,
    path: ['leastSeconds'],
  });

const expectSchema = z
  .strictObject({
    outcome: z.enum(['completed', 'failed']).default('completed'),
    failureKind: failureKindSchema.optional(),
    message: z.string().min(1).max(1000).optional().describe('A part of what the failure says'),
    reached: stepIDs,
    notReached: stepIDs,
    order: stepIDs.describe('Steps that begin one after the other; others may begin between them'),
    outputs: z
      .record(
        z
          .string()
          .max(40)
          .refine((name) => outputNames.has(name), routineTestMessages.outputUnknown),
        ioLevelSchema,
      )
      .default({})
      .describe('Levels at the end, by full name'),
    variables: z
      .record(z.string().max(128), variableValueSchema)
      .default({})
      .describe('Values at the end, by id or name'),
    cycleTime: cycleTimeSchema.optional().describe('Of the last cycle that was played to its end, as a run reports it'),
  })
  .refine(({ outcome, failureKind, message }) => outcome === 'failed' || (failureKind ?? message) === undefined, {
    message: routineTestMessages.failureOfCompleted,
    path: ['outcome'],
  })
  .refine(({ reached, notReached }) => !reached.some((id) => notReached.includes(id)), {
    message: routineTestMessages.bothReached,
    path: ['notReached'],
  });

/** A test of a routine: its initial conditions and the expected results. */
export const routineTestSchema = z.strictObject({
  name: nameSchema('test'),
  given: givenSchema.prefault({}),
  expect: expectSchema.prefault({}),
  maxSeconds: z
    .number()
    .positive()
    .max(86_400)
    .default(usualBoundSeconds)
    .describe("Seconds of the routine's own time after which the test is ended"),
  cycles: z.number().int().min(1).max(100_000).default(1).describe('Rounds of a loop without an end that are played'),
});
export type RoutineTest = z.output<typeof routineTestSchema>;

export const routineTestsSchema = z
  .array(routineTestSchema)
  .max(maxRoutineTests)
  .superRefine((tests, context) => {
    const names = new Set<string>();
    for (const [index, { name }] of tests.entries()) {
      if (names.has(name)) {
        context.addIssue({ code: 'custom', message: routineTestMessages.sameName(name), path: [index, 'name'] });
      }
      names.add(name);
    }
  });
