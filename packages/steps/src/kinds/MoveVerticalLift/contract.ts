import { defineMessages, idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { findLiftProblems, type LiftDescription } from '@cellwright/equipment/capabilities';
import * as z from 'zod';
import {
  type CellEquipment,
  checkDevice,
  chooseDevice,
  type DeviceDemand,
  defineContract,
  describeDevice,
  type FieldProblem,
  field,
  invalid,
  notOnFlange,
  notSuchDevice,
  numberWithin,
} from '../../framework/index.ts';

const own = defineMessages('MoveVerticalLift', {
  targetRequired: 'Set the target height of the lift',
  targetNumeric: 'The height must be a number',
  notCalibrated: (name: string) =>
    `The accelerations of ${name} are calibrated only for strokes of 700 and 900 mm. Try the move slowly first`,
});

/** Time limit of the step in the specification; the lift itself is abandoned after 30 s. */
export const limitMS = 100_000;

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Lift',
    help: 'Default: the only lift of the cell',
    control: 'equipment',
    accepts: 'lift',
  }),
  target: field(z.number(own.targetNumeric).optional(), {
    label: 'Height',
    unit: 'm',
    help: 'Above the lowest position of the lift',
    suggested: 0,
  }),
  speed: field(numberWithin(0, 1, 'of the maximum').default(1), {
    label: 'Speed',
    unit: '0–1',
    help: 'Of the maximum speed of the lift',
  }),
});
export type MoveVerticalLiftArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** Height of the lift when the step last ended, m. */
  height: 0,
};
export type MoveVerticalLiftVariables = typeof initialVariables;

const demand: DeviceDemand<'lift'> = { capability: 'lift', label: 'a lift', attach: messages.attachALift };

const column: CellEquipment = { id: 'l1', kind: 'Lift', name: 'Lift', capabilities: ['lift'] };
const cups: CellEquipment = { id: 'v1', kind: 'OnRobotVG', name: 'Cups', capabilities: ['vacuum'] };
const described = (changes: Partial<LiftDescription> = {}): CellEquipment => ({
  ...column,
  descriptions: { lift: { heightRange: { minimum: 0, maximum: 0.7 }, isCalibrated: true, ...changes } },
});
const target = 0.4;

export const moveVerticalLiftContract = defineContract({
  kind: 'MoveVerticalLift',
  label: 'Move vertical lift',
  section: 'Basic',
  description:
    'Moves the lift under the arm to a height. The arm does not move meanwhile, and later moves are planned from there.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  hasOutsideEffect: true,
  requires: ['lift'],
  timeLimit: () => ({ limitMS, warningMS: null }),
  expressions: () => [],
  check({ args }, { equipment }) {
    const missing = args.target === undefined ? [invalid('target', own.targetRequired)] : [];
    if (equipment === undefined) return missing;
    return [...missing, ...checkDevice(args.equipmentID, equipment, demand), ...checkRange(args, equipment)];
  },
  summarize: ({ target = 0 }, { say }) => say`Move the lift to ${Math.round(target * 10_000) / 10} mm`,
  examples: [
    { title: 'Up to 0.4 m', args: { target } },
    { title: 'Down again, slowly', args: { target: 0, speed: 0.3 } },
  ],
  messages: [
    { message: own.targetRequired, provokedBy: { args: {} } },
    { message: own.targetNumeric, provokedBy: { args: { target: 'high' } } },
    { message: messages.attachALift, provokedBy: { args: { target }, equipment: [cups] } },
    {
      message: messages.equipmentNotFound('l2'),
      provokedBy: { args: { target, equipmentID: 'l2' }, equipment: [column] },
    },
    {
      message: notSuchDevice('Cups', demand.label),
      provokedBy: { args: { target, equipmentID: 'v1' }, equipment: [column, cups] },
    },
    {
      message: chooseDevice(demand.label),
      provokedBy: { args: { target }, equipment: [column, { ...column, id: 'l2' }] },
    },
    {
      message: notOnFlange('Lift'),
      provokedBy: { args: { target, equipmentID: 'l1' }, equipment: [{ ...column, isOnFlange: false }] },
    },
    { message: messages.liftNeedsSpeed, provokedBy: { args: { target, speed: 0 }, equipment: [described()] } },
    {
      message: messages.outsideDeviceRange('lift', 'Height', '800', '0 to 700 mm'),
      provokedBy: { args: { target: 0.8 }, equipment: [described()] },
    },
    {
      message: own.notCalibrated('Lift'),
      provokedBy: { args: { target }, equipment: [described({ isCalibrated: false })] },
    },
    { message: messages.failedToMoveLift, provokedBy: { args: { target }, played: { faults: ['deviceFails'] } } },
    { message: messages.failedToMoveLift, provokedBy: { args: { target }, played: { faults: ['deviceBusy'] } } },
  ],
});

function checkRange(args: MoveVerticalLiftArgs, equipment: readonly CellEquipment[]): FieldProblem[] {
  const description = describeDevice(args.equipmentID, equipment, demand);
  if (!description || args.target === undefined) return [];
  const command = { heightMeters: args.target, speedFraction: args.speed };
  const problems = findLiftProblems(command, description).map(({ quantity, message }) =>
    invalid(quantity === 'height' ? 'target' : 'speed', message),
  );
  if (description.isCalibrated) return problems;
  const { name = 'the lift' } = equipment.find(({ capabilities }) => capabilities.includes('lift')) ?? {};
  return [...problems, { kind: 'configurationWarning', message: own.notCalibrated(name), fieldId: 'target' }];
}
