import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { type Routine, type Step, walkSteps } from '@cellwright/domain/routine';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import { findStepContract } from '@cellwright/steps/contracts';

/**
 * Lists the ids of the devices that the steps of a routine command: those that a step names, and the only device with
 * the capability that a step needs. Disabled steps are skipped.
 * @param devices the enabled devices
 */
export function listUsedDevices(
  { steps, stepConfigurations }: Pick<Routine, 'steps' | 'stepConfigurations'>,
  devices: readonly Pick<EquipmentRecord, 'id' | 'config'>[],
): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { step } of walkSteps(withoutDisabled(steps))) {
    const named = listNamed(stepConfigurations[step.id]?.args);
    for (const id of named) used.add(id);
    if (named.length > 0) continue;
    for (const capability of findStepContract(step.stepKind)?.requires ?? []) {
      const fitting = devices.filter(({ config }) =>
        capabilitiesOfKind(config.kind).some((name) => name === capability),
      );
      const [only, ...others] = fitting;
      if (only && others.length === 0) used.add(only.id);
    }
  }
  return used;
}

function withoutDisabled(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ isDisabled }) => !isDisabled)
    .map((step) => (step.steps ? { ...step, steps: withoutDisabled(step.steps) } : step));
}

/** Returns the values of every `equipmentID` within the arguments of a step. */
function listNamed(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'equipmentID' && typeof each === 'string' ? [each] : listNamed(each),
  );
}
