import { findOutsideRange, type GripperRanges, idSchema, messages } from '@cellwright/domain';
import { z } from 'zod';
import { type CellEquipment, defineContract, type FieldProblem, field, invalid } from '../../framework/index.ts';

/** The step's limit: before it is reached the gripper has been given up. */
export const gripperTimeLimitMS = 10_000;

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Gripper',
    help: 'Without a choice: the only gripper of the cell',
    control: 'equipment',
  }),
  control: field(z.enum(['force_grip', 'move']).default('force_grip'), {
    label: 'Action',
    help: 'force_grip closes with force until a part is held or the width is reached; move must reach the width',
  }),
  diameter: field(z.number().min(0).max(1).default(0.045), {
    label: 'Width or diameter',
    unit: 'm',
    help: 'Between the fingers, or over them when gripping outward',
  }),
  direction: field(z.enum(['inward', 'outward']).default('inward'), { label: 'Grip' }),
  forceKind: field(z.enum(['newtons', 'percent']).default('newtons'), {
    label: 'Force given as',
    help: 'Newtons, or a fraction of what the gripper can do',
  }),
  force: field(z.number().positive().max(10_000).default(45), { label: 'Force', unit: 'N' }),
  forcePercent: field(z.number().min(0).max(1).default(0.5), {
    label: 'Force as a fraction',
    unit: '0–1',
    help: 'Of the largest force of the gripper',
  }),
  speed: field(z.number().min(0).max(1).default(0.95), {
    label: 'Speed',
    unit: '0–1',
    help: 'Of the highest speed of the gripper',
  }),
  tolerance: field(z.number().min(0).max(1).default(0.003), {
    label: 'Tolerance',
    unit: 'm',
    help: 'How far from the width counts as reached',
  }),
  waitForGrip: field(z.boolean().default(true), {
    label: 'Wait for the grip',
    help: 'Off: the step ends when the gripper has taken the command',
  }),
  stopOnFailure: field(z.boolean().default(true), {
    label: 'Stop on failure',
    help: 'Off: the routine goes on when the gripper fails',
  }),
});
export type ActuateGripperArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** Whether a part was held when the step last ended. */
  gripDetected: false,
};
export type ActuateGripperVariables = typeof initialVariables;

const chooseGripper = 'Choose a gripper: the cell has more than one';
const notAGripper = (name: string) => `${name} is not a gripper that this step can use; choose another`;

const notOnFlange = (name: string) =>
  `${name} is not the tool on the flange: it is actuated, but the arm moves with the TCP of the tool that is there`;

const gripper: CellEquipment = { id: 'g1', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] };
const ranges: GripperRanges = {
  widthRange: { inward: { minimum: 0.035, maximum: 0.085 }, outward: { minimum: 0.045, maximum: 0.095 } },
  forceRange: { minimum: 14, maximum: 140 },
  speedFractionRange: { minimum: 0.1, maximum: 1 },
};
const small: CellEquipment = { ...gripper, gripper: ranges };
const lift: CellEquipment = { id: 'l1', kind: 'Lift', name: 'Lift', capabilities: [] };

export const actuateGripperContract = defineContract({
  kind: 'ActuateGripper',
  label: 'Actuate gripper',
  section: 'Basic',
  description: 'Opens or closes the gripper. While it is busy or unreachable the step tries again every 100 ms.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  hasOutsideEffect: true,
  requires: ['gripper'],
  timeLimit: () => ({ limitMS: gripperTimeLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args }, { equipment }) {
    if (equipment === undefined) return [];
    return [...checkEquipment(args.equipmentID, equipment), ...checkRanges(args, findRanges(args, equipment))];
  },
  summarize({ control, diameter, direction }) {
    const millimeters = Math.round(diameter * 10_000) / 10;
    return `${control === 'move' ? 'Move the gripper' : 'Grip'} ${direction} to ${millimeters} mm`;
  },
  examples: [
    { title: 'Grip a part of 45 mm', args: {} },
    { title: 'Open', args: { control: 'move', diameter: 0.08 } },
    {
      title: 'Grip gently inside a ring, and go on without one',
      args: { direction: 'outward', forceKind: 'percent', forcePercent: 0.2, stopOnFailure: false },
    },
  ],
  messages: [
    { message: messages.attachAGripper, provokedBy: { args: {}, equipment: [lift] } },
    { message: messages.equipmentNotFound('g2'), provokedBy: { args: { equipmentID: 'g2' }, equipment: [gripper] } },
    { message: notAGripper('Lift'), provokedBy: { args: { equipmentID: 'l1' }, equipment: [gripper, lift] } },
    { message: chooseGripper, provokedBy: { args: {}, equipment: [gripper, { ...gripper, id: 'g2' }] } },
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
    { message: messages.failedToActuateGripper, provokedBy: { args: {}, played: { faults: ['gripperFails'] } } },
    { message: messages.failedToActuateGripper, provokedBy: { args: {}, played: { faults: ['gripperBusy'] } } },
  ],
});

function checkEquipment(equipmentID: string | undefined, equipment: readonly CellEquipment[]): FieldProblem[] {
  const grippers = equipment.filter(({ capabilities }) => capabilities.includes('gripper'));
  if (equipmentID === undefined) {
    if (grippers.length === 0) return [notFound(messages.attachAGripper)];
    return grippers.length > 1 ? [missing(chooseGripper)] : [];
  }
  const chosen = equipment.find(({ id }) => id === equipmentID);
  if (chosen === undefined) return [notFound(messages.equipmentNotFound(equipmentID))];
  if (!grippers.includes(chosen)) return [missing(notAGripper(chosen.name))];
  const message = notOnFlange(chosen.name);
  return chosen.isOnFlange === false ? [{ kind: 'configurationWarning', message, fieldId: 'equipmentID' }] : [];
}

/** Of the gripper that the step will command. */
function findRanges(
  { equipmentID }: ActuateGripperArgs,
  equipment: readonly CellEquipment[],
): GripperRanges | undefined {
  const grippers = equipment.filter(({ capabilities }) => capabilities.includes('gripper'));
  const [only, ...others] = equipmentID === undefined ? grippers : grippers.filter(({ id }) => id === equipmentID);
  return others.length === 0 ? only?.gripper : undefined;
}

function checkRanges(args: ActuateGripperArgs, ranges: GripperRanges | undefined): FieldProblem[] {
  if (ranges === undefined) return [];
  const { direction, diameter, forceKind, force, forcePercent, speed } = args;
  const forceNewtons = forceKind === 'newtons' ? force : forcePercent * ranges.forceRange.maximum;
  const fields = { width: 'diameter', force: forceKind === 'newtons' ? 'force' : 'forcePercent', speed: 'speed' };
  const demand = { direction, widthMeters: diameter, forceNewtons, speedFraction: speed };
  return findOutsideRange(demand, ranges).map(({ quantity, message }) => invalid(fields[quantity], message));
}

function notFound(message: string): FieldProblem {
  return { kind: 'EquipmentNotFound', message, fieldId: 'equipmentID' };
}

function missing(message: string): FieldProblem {
  return { kind: 'missingEquipment', message, fieldId: 'equipmentID' };
}
