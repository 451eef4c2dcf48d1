import { idSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  findVacuumProblems,
  type VacuumChannel,
  type VacuumCommand,
  vacuumChannels,
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

const suctionField = (channel: VacuumChannel) =>
  field(numberWithin(0, 1, 'of full vacuum').default(0.6), {
    label: `Suction of channel ${channel}`,
    unit: '0–1',
    help: 'Relative vacuum: 0 is ambient pressure, 1 is full vacuum',
  });

const argsSchema = z.object({
  equipmentID: field(idSchema.optional(), {
    label: 'Vacuum gripper',
    help: 'Default: the only vacuum gripper of the cell',
    control: 'equipment',
    accepts: 'vacuum',
  }),
  action: field(z.enum(['grip', 'release']).default('grip'), {
    label: 'Action',
    help: 'grip holds a part with the suction of each channel; release lets it go',
  }),
  channels: field(z.enum(['both', 'A', 'B']).default('both'), {
    label: 'Channels',
    help: 'A channel that is not selected keeps its state',
  }),
  suctionA: suctionField('A'),
  suctionB: suctionField('B'),
  tolerance: field(numberWithin(0, 1, 'of full vacuum').default(0.1), {
    label: 'Tolerance',
    unit: '0–1',
    help: 'Tolerated vacuum deficit for a held part',
  }),
  waitForGrip: field(z.boolean().default(true), {
    label: 'Wait for the grip',
    help: 'Off: the step ends when the gripper has accepted the command',
  }),
  stopOnFailure: field(z.boolean().default(true), {
    label: 'Stop on failure',
    help: 'Off: the routine continues when no part is held',
  }),
});
export type ActuateVacuumArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** True if every commanded channel held something when the step last ended. */
  gripDetected: false,
  /** Vacuum of each channel at that time, 0–1. */
  vacuumA: 0,
  vacuumB: 0,
};
export type ActuateVacuumVariables = typeof initialVariables;

const demand: DeviceDemand<'vacuum'> = {
  capability: 'vacuum',
  label: 'a vacuum gripper',
  attach: messages.attachAVacuumGripper,
};

const cups: CellEquipment = { id: 'v1', kind: 'OnRobotVG', name: 'Cups', capabilities: ['vacuum'] };
const described = (channels: readonly VacuumChannel[]): CellEquipment => ({
  ...cups,
  descriptions: { vacuum: { channels, suctionRange: { minimum: 0.01, maximum: 0.8 } } },
});
const lift: CellEquipment = { id: 'l1', kind: 'Lift', name: 'Lift', capabilities: [] };

export const actuateVacuumContract = defineContract({
  kind: 'ActuateVacuum',
  label: 'Actuate vacuum',
  section: 'Basic',
  description:
    'Grips or releases with the cups of a vacuum gripper. While it is busy or unreachable, the step retries every 100 ms.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: true,
  requires: ['vacuum'],
  timeLimit: () => ({ limitMS: deviceTimeLimitMS, warningMS: null }),
  expressions: () => [],
  check({ args }, { equipment }) {
    if (equipment === undefined) return [];
    return [...checkSuction(args), ...checkDevice(args.equipmentID, equipment, demand), ...checkRange(args, equipment)];
  },
  summarize({ action, channels, suctionA, suctionB }, { say }) {
    const isBoth = channels === 'both';
    if (action === 'release') return isBoth ? say`Release with both channels` : say`Release with channel ${channels}`;
    const percent = { A: Math.round(suctionA * 100), B: Math.round(suctionB * 100) };
    if (!isBoth) return say`Grip with channel ${channels} at ${percent[channels]} % vacuum`;
    return percent.A === percent.B
      ? say`Grip with both channels at ${percent.A} % vacuum`
      : say`Grip with both channels at ${percent.A} % and ${percent.B} % vacuum`;
  },
  examples: [
    { title: 'Grip a part with both channels', args: {} },
    { title: 'Let go', args: { action: 'release' } },
    {
      title: 'Grip with one channel, and continue without a part',
      args: { channels: 'B', suctionB: 0.4, stopOnFailure: false },
    },
  ],
  messages: [
    { message: messages.attachAVacuumGripper, provokedBy: { args: {}, equipment: [lift] } },
    { message: messages.equipmentNotFound('v2'), provokedBy: { args: { equipmentID: 'v2' }, equipment: [cups] } },
    {
      message: notSuchDevice('Lift', demand.label),
      provokedBy: { args: { equipmentID: 'l1' }, equipment: [cups, lift] },
    },
    {
      message: chooseDevice(demand.label),
      provokedBy: { args: {}, equipment: [cups, { ...cups, id: 'v2' }] },
    },
    {
      message: notOnFlange('Cups'),
      provokedBy: { args: { equipmentID: 'v1' }, equipment: [{ ...cups, isOnFlange: false }] },
    },
    { message: messages.gripNeedsSuction, provokedBy: { args: { suctionA: 0 }, equipment: [cups] } },
    {
      message: messages.outsideDeviceRange(
        'vacuum gripper',
        'Suction of channel A',
        '0.9',
        '0.01 to 0.8 of full vacuum',
      ),
      provokedBy: { args: { suctionA: 0.9 }, equipment: [described(vacuumChannels)] },
    },
    { message: messages.noVacuumChannel('B'), provokedBy: { args: {}, equipment: [described(['A'])] } },
    { message: messages.failedToActuateVacuum, provokedBy: { args: {}, played: { faults: ['deviceFails'] } } },
    { message: messages.failedToActuateVacuum, provokedBy: { args: {}, played: { faults: ['deviceBusy'] } } },
  ],
});

/** Returns the commanded suction of the channels. */
export function suctionOf({ action, channels, suctionA, suctionB }: ActuateVacuumArgs): VacuumCommand['suction'] {
  const isGrip = action === 'grip';
  return {
    ...(channels === 'B' ? {} : { A: isGrip ? suctionA : 0 }),
    ...(channels === 'A' ? {} : { B: isGrip ? suctionB : 0 }),
  };
}

const fieldOf = (channel: VacuumChannel) => (channel === 'A' ? 'suctionA' : 'suctionB');

/** Rejects a grip without suction, which would release the part. */
function checkSuction(args: ActuateVacuumArgs): FieldProblem[] {
  if (args.action === 'release') return [];
  const suction = suctionOf(args);
  const idle = vacuumChannels.filter((channel) => suction[channel] === 0);
  return idle.map((channel) => invalid(fieldOf(channel), messages.gripNeedsSuction));
}

function checkRange(args: ActuateVacuumArgs, equipment: readonly CellEquipment[]): FieldProblem[] {
  const description = describeDevice(args.equipmentID, equipment, demand);
  if (!description) return [];
  const problems = findVacuumProblems(suctionOf(args), description);
  return problems.map(({ channel, message }) => {
    return invalid(description.channels.includes(channel) ? fieldOf(channel) : 'channels', message);
  });
}
