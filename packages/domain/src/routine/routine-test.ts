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
  inputUnknown: 'Unknown input. Use its full name, for example "Input 1"',
  outputUnknown: 'Unknown output. Use its full name, for example "Output 1"',
  oneMoment: 'Send either atSeconds or afterStepID, not both',
  failureOfCompleted: 'A failure requires the expected outcome "failed"',
  bothReached: 'A step cannot be expected both reached and not reached',
  boundsCrossed: 'The minimum time must not exceed the maximum time',
  sameName: (name: string) => `The test name '${name}' is used twice. Give each test its own name`,
  noTests: 'This routine has no tests. Add them to its file, under "tests"',
  inTest: (name: string, message: string) => `Test '${name}': ${message}`,
} as const;

const namesOf = (kinds: readonly string[]) =>
  new Set(allPorts.filter(({ kind }) => kinds.includes(kind)).map(ioPortName));
const inputNames = namesOf(['Input', 'FlangeInput']);
const outputNames = namesOf(['Output', 'Relay', 'FlangeOutput']);

const momentFields = {
  atSeconds: z.number().min(0).max(86_400).optional().describe('Simulated seconds after the start of the routine'),
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
  answers: z.array(z.string().max(1000)).max(1000).default([]).describe('Answers to the prompts, in order'),
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
    message: z.string().min(1).max(1000).optional().describe('Part of the failure message'),
    reached: stepIDs,
    notReached: stepIDs,
    order: stepIDs.describe('Steps that begin in this order; others may begin in between'),
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
    cycleTime: cycleTimeSchema.optional().describe('Of the last completed cycle, as reported by a run'),
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
    .describe('Simulated seconds after which the test is ended'),
  cycles: z.number().int().min(1).max(100_000).default(1).describe('Iterations of an endless loop that are played'),
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
