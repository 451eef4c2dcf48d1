import { ProductError } from '@cellwright/domain/basics';
import {
  codeBlockSchema,
  environmentVariableSchema,
  globalVariableSchema,
  problemSchema,
  routineTestsSchema,
} from '@cellwright/domain/routine';
import { spaceItemSchema } from '@cellwright/domain/space';
import type { LoadProgramResponse, ProgramHeader } from '@cellwright/proto/library';
import type { ProgramStep } from '@cellwright/steps/framework';
import * as z from 'zod';
import type { LoadedProgram } from '../domain/cell.ts';

/** A routine of 5 MB is checked and sent well within this, ms. */
export const loadTimeoutMS = 30_000;

const stepSchema = z.object({
  id: z.string(),
  stepKind: z.string(),
  path: z.string(),
  parentID: z.string().nullable(),
  isDisabled: z.boolean(),
  description: z.string().optional(),
  args: z.record(z.string(), z.unknown()),
});
const environmentSchema = z.object({
  environmentVariables: z.array(environmentVariableSchema).default([]),
  globalVariables: z.array(globalVariableSchema).default([]),
  spaceItems: z.array(spaceItemSchema).default([]),
  codeBlocks: z.array(codeBlockSchema).default([]),
  safetyOutputs: z.array(z.string()).default([]),
  tests: routineTestsSchema.default([]),
});

/** Reads a program from its parts, one at a time, with a turn of the event loop in between. @throws ProductError unavailable */
export async function collectProgram(parts: AsyncIterable<LoadProgramResponse>): Promise<LoadedProgram> {
  let header: ProgramHeader | undefined;
  const steps: ProgramStep[] = [];
  for await (const { part } of parts) {
    if (part?.$case === 'header') header = part.value;
    if (part?.$case === 'steps') steps.push(...z.array(stepSchema).parse(readJson(part.value.stepsJson)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!header) throw new ProductError('unavailable', 'The library sent no program. Try again in a moment');
  const { routineId: routineID, version, name, mainLoopStepId, environmentJson, problemsJson } = header;
  const environment = environmentSchema.parse(environmentJson.length > 0 ? readJson(environmentJson) : {});
  const problems = problemsJson.length > 0 ? z.array(problemSchema).parse(readJson(problemsJson)) : [];
  const mainLoopStepID = mainLoopStepId === '' ? undefined : mainLoopStepId;
  return {
    program: { routineID, version, name, mainLoopStepID, steps },
    variables: [...environment.environmentVariables, ...environment.globalVariables],
    spaceItems: environment.spaceItems,
    codeBlocks: environment.codeBlocks,
    safetyOutputs: environment.safetyOutputs,
    tests: environment.tests,
    problems,
  };
}

function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
