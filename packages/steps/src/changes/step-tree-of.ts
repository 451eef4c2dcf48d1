import { type Routine, type Step, type StepConfiguration, walkSteps } from '@cellwright/domain/routine';
import { type SummaryNames, sayInEnglish } from '../framework/index.ts';
import { labelOfKind } from '../step-contracts.ts';
import { shorten } from './describe-value.ts';

/** A step of one version, with its place in the tree. */
export interface PlacedStep {
  readonly step: Step;
  readonly path: string;
  readonly index: number;
  readonly parentID: string | undefined;
  readonly configuration: StepConfiguration | undefined;
}

/** A version of a routine, prepared for comparison. */
export interface RoutineVersion {
  readonly routine: Routine;
  /** In document order. */
  readonly steps: ReadonlyMap<string, PlacedStep>;
  readonly names: SummaryNames;
  /**
   * Returns the author's name for a step: its description, else its kind, with its place if several are of that kind.
   */
  nameOf(step: PlacedStep): string;
  /** Returns the same name, with the kind before a description. */
  fullNameOf(step: PlacedStep): string;
}

export function readVersion(routine: Routine): RoutineVersion {
  const steps = new Map<string, PlacedStep>();
  const kindCounts = new Map<string, number>();
  for (const { step, path, index, parent } of walkSteps(routine.steps)) {
    // An id may be the name of an inherited property.
    const isConfigured = Object.hasOwn(routine.stepConfigurations, step.id);
    const configuration = isConfigured ? routine.stepConfigurations[step.id] : undefined;
    steps.set(step.id, { step, path, index, parentID: parent?.step.id, configuration });
    kindCounts.set(step.stepKind, (kindCounts.get(step.stepKind) ?? 0) + 1);
  }
  const labelOf = ({ step, path }: PlacedStep) => {
    const label = labelOfKind(step.stepKind);
    return (kindCounts.get(step.stepKind) ?? 0) > 1 ? `${label} ${path}` : label;
  };
  const nameOf = (placed: PlacedStep) => shorten(placed.step.description ?? '') || labelOf(placed);
  return {
    routine,
    steps,
    names: namesOf(routine, (id) => {
      const found = steps.get(id);
      return found ? nameOf(found) : id;
    }),
    nameOf,
    fullNameOf: (placed) => {
      const description = shorten(placed.step.description ?? '');
      return description === '' ? labelOf(placed) : `${labelOfKind(placed.step.stepKind)} ${description}`;
    },
  };
}

/** Items of the cell are not part of a routine, so they are named by their ids. */
function namesOf({ space, environmentVariables }: Routine, step: (id: string) => string): SummaryNames {
  const items = new Map(space.map(({ id, name }) => [id, name]));
  const variables = new Map(environmentVariables.map(({ id, name }) => [id, name]));
  return {
    say: sayInEnglish,
    spaceItem: (id) => items.get(id) ?? id,
    variable: (id) => variables.get(id) ?? id,
    step,
  };
}
