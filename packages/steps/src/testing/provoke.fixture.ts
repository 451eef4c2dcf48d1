import { type Problem, parseRoutine, type Routine } from '@cellwright/domain/routine';
import type { EngineResult } from '../engine/index.ts';
import type { AnyStepContract, Provocation } from '../framework/index.ts';
import { findStepContract } from '../step-contracts.ts';
import { type CellEnvironment, validateRoutine } from '../validate.ts';
import { Playback, programOf, type StepSketch, step } from './play.fixture.ts';

/** Builds the routine of a provocation, checks it and returns the problems of the provoked step. */
export function provokeCheck(contract: AnyStepContract, provocation: Provocation): Problem[] {
  const routine = routineOf(sketchOf(contract, provocation), provocation);
  return validateRoutine(routine, cellOf(provocation)).filter(({ stepID }) => stepID === 'provoked');
}

/** Builds the routine of a provocation and plays it on ports with its faults. */
export function provokePlay(contract: AnyStepContract, provocation: Provocation): Promise<EngineResult> {
  const playback = new Playback(programOf([sketchOf(contract, provocation)]), {
    faults: provocation.played?.faults ?? [],
    variables: Object.fromEntries((provocation.variables ?? []).map(({ id, initialValue }) => [id, initialValue])),
    spaceItems: provocation.spaceItems ?? [],
  });
  return playback.finish();
}

function sketchOf(contract: AnyStepContract, { args, inside, after, childKinds }: Provocation): StepSketch {
  const children = (childKinds ?? []).map((kind) => step(kind, exampleArgsOf(kind)));
  const provoked = step(contract.kind, args, children, { id: 'provoked' });
  const siblings = [...(after ?? []).map((kind) => step(kind, exampleArgsOf(kind))), provoked];
  const [outermost, ...inner] = [...(inside ?? [])]
    .reverse()
    .reduce<StepSketch[]>((steps, kind) => [step(kind, exampleArgsOf(kind), steps)], siblings);
  return outermost !== undefined && inner.length === 0 ? outermost : step('Loop', { times: 1 }, siblings);
}

/** Returns valid arguments of a kind; kinds that are not built accept anything. */
function exampleArgsOf(kind: string): Readonly<Record<string, unknown>> {
  return findStepContract(kind)?.examples[0]?.args ?? {};
}

export function routineOf(sketch: StepSketch, { variables, spaceItems }: Partial<Provocation> = {}): Routine {
  const stepConfigurations: Record<string, unknown> = {};
  const toStep = (
    { kind, args, children, id }: StepSketch,
    path: string,
  ): { id: string; stepKind: string; steps?: unknown[] } => {
    const stepID = id ?? `step_${path}`;
    stepConfigurations[stepID] = { stepKind: kind, args };
    const steps = children.map((child, index) => toStep(child, `${path}.${index + 1}`));
    return { id: stepID, stepKind: kind, ...(steps.length > 0 && { steps }) };
  };
  const parsed = parseRoutine({
    id: 'routine_1',
    name: 'Provocation',
    steps: [toStep(sketch, '1')],
    stepConfigurations,
    environmentVariables: variables ?? [],
    space: spaceItems ?? [],
  });
  if (!parsed.ok) throw new Error(`The provocation is not a routine: ${JSON.stringify(parsed.problems)}`);
  return parsed.value;
}

function cellOf(provocation: Provocation): CellEnvironment {
  const { equipment, safetyOutputs, codeBlocks, hasDeveloperAPI, flagsOn } = provocation;
  return { globalVariables: [], spaceItems: [], equipment, safetyOutputs, codeBlocks, hasDeveloperAPI, flagsOn };
}
