import { messages } from '@cellwright/domain/messages';
import { bareFlangeTrait, type CapabilityName, type DescriptionOf } from '@cellwright/equipment/capabilities';
import type { CellEquipment, FieldProblem } from './contract.ts';
import { stepMessages } from './step-messages.ts';

/** Requirements of a step kind for the device that it commands. */
export interface DeviceDemand<Name extends CapabilityName> {
  readonly capability: Name;
  /** Name of such a device in messages, with its article: 'a gripper'. */
  readonly label: string;
  /** Message if the cell has none. */
  readonly attach: string;
}

export const { chooseDevice, notSuchDevice, notOnFlange } = stepMessages;

/** Checks the choice of a device, or reports that there is no device to choose. */
export function checkDevice<Name extends CapabilityName>(
  equipmentID: string | undefined,
  equipment: readonly CellEquipment[],
  { capability, label, attach }: DeviceDemand<Name>,
): FieldProblem[] {
  const fitting = devicesWith(capability, equipment);
  if (equipmentID === undefined) {
    if (fitting.length === 0) return [problem('EquipmentNotFound', attach)];
    return fitting.length > 1 ? [problem('missingEquipment', chooseDevice(label))] : [];
  }
  const chosen = equipment.find(({ id }) => id === equipmentID);
  if (chosen === undefined) return [problem('EquipmentNotFound', messages.equipmentNotFound(equipmentID))];
  if (chosen.capabilities.includes(bareFlangeTrait)) return [problem('EquipmentNotFound', attach)];
  if (!fitting.includes(chosen)) return [problem('missingEquipment', notSuchDevice(chosen.name, label))];
  return chosen.isOnFlange === false ? [problem('configurationWarning', notOnFlange(chosen.name))] : [];
}

/** Describes the capability of the device that the step will command; undefined if it is not determined yet. */
export function describeDevice<Name extends CapabilityName>(
  equipmentID: string | undefined,
  equipment: readonly CellEquipment[],
  { capability }: DeviceDemand<Name>,
): DescriptionOf<Name> | undefined {
  const fitting = devicesWith(capability, equipment);
  const [only, ...others] = equipmentID === undefined ? fitting : fitting.filter(({ id }) => id === equipmentID);
  return others.length === 0 ? only?.descriptions?.[capability] : undefined;
}

function devicesWith(capability: CapabilityName, equipment: readonly CellEquipment[]): readonly CellEquipment[] {
  return equipment.filter(({ capabilities }) => capabilities.includes(capability));
}

function problem(kind: FieldProblem['kind'], message: string): FieldProblem {
  return { kind, message, fieldId: 'equipmentID' };
}
