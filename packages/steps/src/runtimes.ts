import type { ArgsOf, BuiltStepKind, VariablesOf } from './contracts.ts';
import type { AnyStepRuntime, StepRuntime } from './framework/index.ts';
import { loopRuntime } from './kinds/Loop/run.ts';
import { waitRuntime } from './kinds/Wait/run.ts';

/** What each built kind does: see contracts.ts. */
export const stepRuntimes: {
  readonly [Kind in BuiltStepKind]: StepRuntime<ArgsOf<Kind>, VariablesOf<Kind>>;
} = {
  Loop: loopRuntime,
  Wait: waitRuntime,
};

const runtimesByKind: ReadonlyMap<string, AnyStepRuntime> = new Map(Object.entries(stepRuntimes));

export function findStepRuntime(kind: string): AnyStepRuntime | undefined {
  return runtimesByKind.get(kind);
}
