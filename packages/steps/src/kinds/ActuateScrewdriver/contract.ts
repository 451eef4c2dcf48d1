import { idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  findScrewdriverProblems,
  type ScrewdriverCommand,
  type ScrewdriverDescription,
  screwdriverActions,
} from '@cellwright/equipment/capabilities';
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
    label: 'Screwdriver',
    help: 'Default: the only screwdriver of the cell',
    control: 'equipment',
    accepts: 'screwdriver',
  }),
  command: field(z.enum(screwdriverActions).default('TIGHTEN'), {
    label: 'Command',
    help: 'Tighten or loosen a screw, pick one up, premount one, or move the shank',
  }),
  targetForce: field(numberWithin(18, 30, 'N').default(20), {
    label: 'Force',
    unit: 'N',
    help: 'Contact force of the bit on the screw',
  }),
  screwLength: field(numberWithin(0, 35, 'mm').default(15), {
    label: 'Screw length',
    unit: 'mm',
    help: 'Travel of the screw',
  }),
  targetTorque: field(numberWithin(0.1, 5, 'Nm').default(3), {
    label: 'Torque',
    unit: 'Nm',
    help: 'Tightening ends at this torque',
  }),
  shankPosition: field(numberWithin(-5, 60, 'mm').default(30), {
    label: 'Shank position',
    unit: 'mm',
    help: 'Target of MOVE_SHANK; 0 is retracted',
  }),
  stopOnFailure: field(z.boolean().default(true), {
    label: 'Stop on failure',
    help: 'Off: the routine continues when the screw is not tightened or loosened correctly',
  }),
});
export type ActuateScrewdriverArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** True if the command succeeded when the step last ended. */
  succeeded: false,
  /** Torque of the last tightening, Nm. */
  achievedTorque: 0,
  /** mm. */
  shankPosition: 0,
};
export type ActuateScrewdriverVariables = typeof initialVariables;

const demand: DeviceDemand<'screwdriver'> = {
  capability: 'screwdriver',
  label: 'a screwdriver',
  attach: messages.attachAScrewdriver,
};

const driver: CellEquipment = { id: 's1', kind: 'OnRobotScrewdriver', name: 'Driver', capabilities: ['screwdriver'] };
const small: ScrewdriverDescription = {
  forceRange: { minimum: 20, maximum: 25 },
  screwLengthRange: { minimum: 0, maximum: 0.02 },
  torqueRange: { minimum: 0.5, maximum: 4 },
  shankRange: { minimum: 0, maximum: 0.055 },
};
const described: CellEquipment = { ...driver, descriptions: { screwdriver: small } };
const lift: CellEquipment = { id: 'l1', kind: 'Lift', name: 'Lift', capabilities: [] };
const outside = (what: string, value: string, range: string) =>
  messages.outsideDeviceRange('screwdriver', what, value, range);

export const actuateScrewdriverContract = defineContract({
  kind: 'ActuateScrewdriver',
  label: 'Actuate screwdriver',
  section: 'Basic',
  description:
    'Tightens, loosens or picks up a screw, or moves the shank. While the screwdriver is busy or unreachable, the step retries every 100 ms.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: true,
  requires: ['screwdriver'],
  timeLimit: () => ({ limitMS: deviceTimeLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args }, { equipment }) {
    if (equipment === undefined) return [];
    return [...checkDevice(args.equipmentID, equipment, demand), ...checkRanges(args, equipment)];
  },
  summarize({ command, screwLength, targetTorque, shankPosition }, { say }) {
    switch (command) {
      case 'TIGHTEN':
        return say`Tighten a screw of ${screwLength} mm to ${targetTorque} Nm`;
      case 'PREMOUNT':
        return say`Premount a screw of ${screwLength} mm`;
      case 'LOOSEN':
        return say`Loosen a screw of ${screwLength} mm`;
      case 'PICK_UP':
        return say`Pick up a screw of ${screwLength} mm`;
      case 'MOVE_SHANK':
        return say`Move the shank to ${shankPosition} mm`;
    }
  },
  examples: [
    { title: 'Tighten a screw of 15 mm to 3 Nm', args: {} },
    { title: 'Pick up a screw', args: { command: 'PICK_UP', targetForce: 18, screwLength: 10 } },
    { title: 'Retract the shank', args: { command: 'MOVE_SHANK', shankPosition: 0 } },
    { title: 'Loosen a screw, and continue if it is stuck', args: { command: 'LOOSEN', stopOnFailure: false } },
  ],
  messages: [
    { message: messages.attachAScrewdriver, provokedBy: { args: {}, equipment: [lift] } },
    { message: messages.equipmentNotFound('s2'), provokedBy: { args: { equipmentID: 's2' }, equipment: [driver] } },
    {
      message: notSuchDevice('Lift', demand.label),
      provokedBy: { args: { equipmentID: 'l1' }, equipment: [driver, lift] },
    },
    {
      message: chooseDevice(demand.label),
      provokedBy: { args: {}, equipment: [driver, { ...driver, id: 's2' }] },
    },
    {
      message: notOnFlange('Driver'),
      provokedBy: { args: { equipmentID: 's1' }, equipment: [{ ...driver, isOnFlange: false }] },
    },
    {
      message: outside('Force', '30', '20 to 25 N'),
      provokedBy: { args: { targetForce: 30 }, equipment: [described] },
    },
    {
      message: outside('Screw length', '35', '0 to 20 mm'),
      provokedBy: { args: { screwLength: 35 }, equipment: [described] },
    },
    {
      message: outside('Torque', '5', '0.5 to 4 Nm'),
      provokedBy: { args: { targetTorque: 5 }, equipment: [described] },
    },
    {
      message: outside('Shank position', '60', '0 to 55 mm'),
      provokedBy: { args: { command: 'MOVE_SHANK', shankPosition: 60 }, equipment: [described] },
    },
    { message: messages.failedToActuateScrewdriver, provokedBy: { args: {}, played: { faults: ['deviceFails'] } } },
    { message: messages.failedToActuateScrewdriver, provokedBy: { args: {}, played: { faults: ['deviceBusy'] } } },
  ],
});

/** Converts the arguments to a command: lengths of the step are in mm, those of the command in metres. */
export function commandOf(args: ActuateScrewdriverArgs): ScrewdriverCommand {
  return {
    action: args.command,
    forceNewtons: args.targetForce,
    screwLengthMeters: args.screwLength / 1000,
    torqueNewtonMeters: args.targetTorque,
    shankPositionMeters: args.shankPosition / 1000,
    waitForEnd: true,
  };
}

const fields = {
  force: 'targetForce',
  screwLength: 'screwLength',
  torque: 'targetTorque',
  shankPosition: 'shankPosition',
} as const;

function checkRanges(args: ActuateScrewdriverArgs, equipment: readonly CellEquipment[]): FieldProblem[] {
  const description = describeDevice(args.equipmentID, equipment, demand);
  if (!description) return [];
  const problems = findScrewdriverProblems(commandOf(args), description);
  return problems.map(({ quantity, message }) => invalid(fields[quantity], message));
}
