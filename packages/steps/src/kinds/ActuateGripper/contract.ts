import { idSchema } from '@cellwright/domain/basics';
import { findOutsideRange, type GripperRanges } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import {
  type CellEquipment,
  checkDevice,
  chooseDevice,
  type DeviceDemand,
  defineContract,
  describeDevice,
  deviceTimeLimitMS,
  type FieldProblem,
  field,
  invalid,
  notOnFlange,
  notSuchDevice,
  numberWithin,
} from '../../framework/index.ts';

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Gripper',
    help: 'Default: the only gripper of the cell',
    control: 'equipment',
    accepts: 'gripper',
  }),
  control: field(z.enum(['force_grip', 'move']).default('force_grip'), {
    label: 'Action',
    help: 'force_grip closes with force until a part is held or the width is reached; move must reach the width',
  }),
  diameter: field(numberWithin(0, 1, 'm').default(0.045), {
    label: 'Width or diameter',
    unit: 'm',
    help: 'Between the fingers; measured outside the fingers for outward grips',
  }),
  direction: field(z.enum(['inward', 'outward']).default('inward'), { label: 'Grip' }),
  forceKind: field(z.enum(['newtons', 'percent']).default('newtons'), {
    label: 'Force given as',
    help: 'Newtons, or a fraction of the maximum force; some grippers support fractions only',
  }),
  force: field(
    z.number().positive('This must be more than 0 N').max(10_000, 'This must be at most 10000 N').default(45),
    { label: 'Force', unit: 'N' },
  ),
  forcePercent: field(numberWithin(0, 1, 'of the maximum').default(0.5), {
    label: 'Force as a fraction',
    unit: '0–1',
    help: 'Of the maximum force of the gripper',
  }),
  speed: field(numberWithin(0, 1, 'of the maximum').default(0.95), {
    label: 'Speed',
    unit: '0–1',
    help: 'Of the maximum speed of the gripper; ignored by grippers with a fixed speed',
  }),
  tolerance: field(numberWithin(0, 1, 'm').default(0.003), {
    label: 'Tolerance',
    unit: 'm',
    help: 'Tolerance of the width',
  }),
  waitForGrip: field(z.boolean().default(true), {
    label: 'Wait for the grip',
    help: 'Off: the step ends when the gripper has accepted the command',
  }),
  stopOnFailure: field(z.boolean().default(true), {
    label: 'Stop on failure',
    help: 'Off: the routine continues when the gripper fails',
  }),
});
export type ActuateGripperArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** True if a part was held when the step last ended. */
  gripDetected: false,
};
export type ActuateGripperVariables = typeof initialVariables;

const demand: DeviceDemand<'gripper'> = {
  capability: 'gripper',
  label: 'a gripper',
  attach: messages.attachAGripper,
};

const gripper: CellEquipment = { id: 'g1', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] };
const ranges: GripperRanges = {
  widthRange: { inward: { minimum: 0.035, maximum: 0.085 }, outward: { minimum: 0.045, maximum: 0.095 } },
  forceRange: { minimum: 14, maximum: 140 },
  speedFractionRange: { minimum: 0.1, maximum: 1 },
};
const small: CellEquipment = { ...gripper, descriptions: { gripper: ranges } };
const roundRanges: GripperRanges = {
  opening: 'diameter',
  widthRange: { inward: { minimum: 0.01, maximum: 0.15 }, outward: { minimum: 0.035, maximum: 0.175 } },
  forceRange: { minimum: 10, maximum: 240 },
};
const round: CellEquipment = { ...gripper, descriptions: { gripper: roundRanges } };
const fractionRanges: GripperRanges = {
  widthRange: { inward: { minimum: 0, maximum: 0.095 }, outward: { minimum: 0.02, maximum: 0.115 } },
  forceFractionRange: { minimum: 0.2, maximum: 1 },
  speedFractionRange: { minimum: 0, maximum: 1 },
};
const byFraction: CellEquipment = { ...gripper, descriptions: { gripper: fractionRanges } };
const noGripper: CellEquipment = { id: 'n1', kind: 'NoGripper', name: 'No gripper', capabilities: ['bareFlange'] };
const lift: CellEquipment = { id: 'l1', kind: 'Lift', name: 'Lift', capabilities: [] };

export const actuateGripperContract = defineContract({
  kind: 'ActuateGripper',
  label: 'Actuate gripper',
  section: 'Basic',
  description: 'Opens or closes the gripper. While it is busy or unreachable, the step retries every 100 ms.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: true,
  requires: ['gripper'],
  timeLimit: () => ({ limitMS: deviceTimeLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args }, { equipment }) {
    if (equipment === undefined) return [];
    return [
      ...checkDevice(args.equipmentID, equipment, demand),
      ...checkRanges(args, describeDevice(args.equipmentID, equipment, demand)),
    ];
  },
  summarize({ control, diameter, direction }, { say }) {
    const millimeters = Math.round(diameter * 10_000) / 10;
    if (control === 'move') {
      return direction === 'inward'
        ? say`Move the gripper inward to ${millimeters} mm`
        : say`Move the gripper outward to ${millimeters} mm`;
    }
    return direction === 'inward' ? say`Grip inward to ${millimeters} mm` : say`Grip outward to ${millimeters} mm`;
  },
  examples: [
    { title: 'Grip a part of 45 mm', args: {} },
    { title: 'Open', args: { control: 'move', diameter: 0.08 } },
    {
      title: 'Grip gently inside a ring, and continue without one',
      args: { direction: 'outward', forceKind: 'percent', forcePercent: 0.2, stopOnFailure: false },
    },
  ],
  messages: [
    { message: messages.attachAGripper, provokedBy: { args: {}, equipment: [lift] } },
    {
      message: messages.attachAGripper,
      provokedBy: { args: { equipmentID: 'n1' }, equipment: [gripper, noGripper] },
    },
    { message: messages.equipmentNotFound('g2'), provokedBy: { args: { equipmentID: 'g2' }, equipment: [gripper] } },
    {
      message: notSuchDevice('Lift', demand.label),
      provokedBy: { args: { equipmentID: 'l1' }, equipment: [gripper, lift] },
    },
    { message: chooseDevice(demand.label), provokedBy: { args: {}, equipment: [gripper, { ...gripper, id: 'g2' }] } },
    {
      message: notOnFlange('Gripper'),
      provokedBy: { args: { equipmentID: 'g1' }, equipment: [{ ...gripper, isOnFlange: false }] },
    },
    {
      message: messages.outsideGripperRange('Width', '90', '35 to 85 mm'),
      provokedBy: { args: { diameter: 0.09 }, equipment: [small] },
    },
    {
      message: messages.outsideGripperRange('Force', '150', '14 to 140 N'),
      provokedBy: { args: { force: 150 }, equipment: [small] },
    },
    {
      message: messages.outsideGripperRange('Speed', '0.05', '0.1 to 1 of the maximum'),
      provokedBy: { args: { speed: 0.05 }, equipment: [small] },
    },
    {
      message: messages.outsideGripperRange('Diameter', '200', '10 to 150 mm'),
      provokedBy: { args: { diameter: 0.2 }, equipment: [round] },
    },
    {
      message: messages.outsideGripperRange('Force', '0.1', '0.2 to 1 of the maximum'),
      provokedBy: { args: { forceKind: 'percent', forcePercent: 0.1 }, equipment: [byFraction] },
    },
    { message: messages.gripperForceIsAFraction, provokedBy: { args: {}, equipment: [byFraction] } },
    { message: messages.failedToActuateGripper, provokedBy: { args: {}, played: { faults: ['deviceFails'] } } },
    { message: messages.failedToActuateGripper, provokedBy: { args: {}, played: { faults: ['deviceBusy'] } } },
  ],
});

function checkRanges(args: ActuateGripperArgs, ranges: GripperRanges | undefined): FieldProblem[] {
  if (ranges === undefined) return [];
  const { direction, diameter, forceKind, force, forcePercent, speed } = args;
  const { control, tolerance: toleranceMeters } = args;
  const isInNewtons = forceKind === 'newtons';
  const demand = {
    control,
    toleranceMeters,
    direction,
    widthMeters: diameter,
    ...(isInNewtons ? { forceNewtons: force } : { forceFraction: forcePercent }),
    speedFraction: speed,
  };
  // If the gripper takes no newtons, the author must change the way the force is given.
  const newtonsField = ranges.forceRange ? 'force' : 'forceKind';
  const fields = { width: 'diameter', force: isInNewtons ? newtonsField : 'forcePercent', speed: 'speed' };
  return findOutsideRange(demand, ranges).map(({ quantity, message }) => invalid(fields[quantity], message));
}
