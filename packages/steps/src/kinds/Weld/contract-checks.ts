import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { weldMessages } from '@cellwright/domain/runner-socket';
import type { CapabilityName, WelderDescription } from '@cellwright/equipment/capabilities';
import {
  type CellEquipment,
  type CheckEnvironment,
  type CheckedStep,
  chooseDevice,
  type FieldProblem,
  invalid,
  notOnFlange,
} from '../../framework/index.ts';
import type { WeldArgs } from './contract-args.ts';

export const own = defineMessages('Weld', {
  cannotResumeInside:
    'A weld cannot be continued in the middle. Check the seam, then choose the step to continue with: the weld itself or another',
  weldPaused: 'A weld cannot be paused. The arc is off. Check the seam before you weld the rest',
  needsEnd: 'A weld needs a waypoint at its start and another step at its end',
  notBoth: 'Stitching and weaving cannot be used together. Remove one of them',
  dwellTooLong: 'A dwell may take at most a quarter of a period at this travel speed. Shorten it',
  whipBackTooLong: 'Whip back must be shorter than whip forward',
  torchNotOnFlange: (name: string) => `${name} is not mounted on the flange, so no arc starts. Mount it in Devices`,
  valuesOnMachine: 'This weld machine takes no values from the robot. Set them on the machine',
});

/** Returns the longest dwell of a weave at a travel speed, ms. */
export function maxDwellMS({ period }: { readonly period: number }, travelSpeed: number): number {
  return (1000 * period) / (4 * travelSpeed);
}

export function checkWeld(
  { args, children }: CheckedStep & { readonly args: WeldArgs },
  { equipment }: Pick<CheckEnvironment, 'equipment'>,
): FieldProblem[] {
  const waypoints = children.filter(
    ({ stepKind, isDisabled }) => !isDisabled && (stepKind === 'Waypoint' || stepKind === 'Arc'),
  );
  return [
    ...checkDevices(args, equipment),
    ...(children.length > 0 && waypoints.length === 0 ? [invalid('steps', messages.noWaypointsFound)] : []),
    ...(waypoints.length === 1 && !args.stitching ? [invalid('steps', own.needsEnd)] : []),
    ...checkPattern(args, waypoints.length, children.length > 0),
  ];
}

const machineField = { fieldId: 'selectedMachineID', capability: 'welder', label: 'a weld machine' } as const;
const torchField = { fieldId: 'selectedTorchID', capability: 'torch', label: 'a weld torch' } as const;

function checkDevices(args: WeldArgs, equipment: readonly CellEquipment[] | undefined): FieldProblem[] {
  if (equipment === undefined) return [];
  const machine = chooseFrom(equipment, args.selectedMachineID, {
    ...machineField,
    absent: weldMessages.machineNotFound,
  });
  const torch = chooseFrom(equipment, args.selectedTorchID, { ...torchField, absent: weldMessages.torchNotFound });
  const welder = machine.device?.descriptions?.welder;
  return [
    ...machine.problems,
    ...torch.problems,
    ...(welder?.hasArcSignals === false ? [invalid('selectedMachineID', notSupported(welder))] : []),
    ...(welder?.takesParameters === false && args.millerWeldParameters
      ? [invalid('millerWeldParameters', own.valuesOnMachine)]
      : []),
    ...(torch.device?.isOnFlange === false
      ? [warning('selectedTorchID', (args.isDryRun ? notOnFlange : own.torchNotOnFlange)(torch.device.name))]
      : []),
  ];
}

/** Returns the message of a machine whose signals of the arc are not configured. */
function notSupported({ maker }: WelderDescription): string {
  return maker === 'ESAB' ? weldMessages.esabNotSupported : weldMessages.genericNotSupported;
}

interface WantedDevice {
  readonly fieldId: string;
  readonly capability: CapabilityName;
  readonly label: string;
  readonly absent: string;
}

/** Finds the device with the id, or without an id the only one with the capability. */
function chooseFrom(
  equipment: readonly CellEquipment[],
  id: string | undefined,
  { fieldId, capability, label, absent }: WantedDevice,
): { readonly device?: CellEquipment | undefined; readonly problems: readonly FieldProblem[] } {
  const fitting = equipment.filter(({ capabilities }) => capabilities.includes(capability));
  const [device, ...others] = id === undefined ? fitting : fitting.filter((each) => each.id === id);
  if (!device) return { problems: [{ kind: 'EquipmentNotFound', message: absent, fieldId }] };
  if (others.length === 0) return { device, problems: [] };
  return { problems: [{ kind: 'missingEquipment', message: chooseDevice(label), fieldId }] };
}

function checkPattern(
  { stitching, weaving, travelSpeed }: WeldArgs,
  waypointCount: number,
  hasChildren: boolean,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (stitching && weaving) problems.push(invalid('stitching', own.notBoth));
  if (stitching && hasChildren && waypointCount < 2)
    problems.push(invalid('steps', weldMessages.stitchNeedsTwoWaypoints));
  if (!weaving) return problems;
  if (weaving.pattern === 'whip') {
    if (weaving.reverseOffset >= weaving.forwardOffset) problems.push(invalid('weaving', own.whipBackTooLong));
  } else if (Math.max(weaving.leftDwell, weaving.rightDwell) > maxDwellMS(weaving, travelSpeed)) {
    problems.push(invalid('weaving', own.dwellTooLong));
  }
  return problems;
}

function warning(fieldId: string, message: string): FieldProblem {
  return { kind: 'configurationWarning', message, fieldId };
}
