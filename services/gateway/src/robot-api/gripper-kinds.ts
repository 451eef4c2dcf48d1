import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord, NumberRange } from '@cellwright/domain/equipment';
import { stopDeviceCommand } from '@cellwright/domain/equipment';
import type { RunnerPayload } from '@cellwright/domain/runner-socket';
import {
  type GripperCommand,
  gripperLiveStateSchema,
  type ScrewdriverCommand,
  screwdriverLiveStateSchema,
} from '@cellwright/equipment/capabilities';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import * as z from 'zod';
import type {
  dhCommandSchema,
  fingerCommandSchema,
  GripperCommandBody,
  GripperConfiguration,
  roundCommandSchema,
  schunkCommandSchema,
  screwdriverCommandSchema,
  WireGripperKind,
} from './gripper-schemas.ts';
import { metersOf, newtonsOf } from './units.ts';

type Config = EquipmentRecord['config'];
type Live = z.infer<typeof gripperLiveStateSchema>;
type DeviceCommand = Pick<RunnerPayload<'executeDeviceCommand'>, 'capability' | 'command'>;
type Answer<Kind extends WireGripperKind> = Kind extends keyof GripperConfiguration
  ? GripperConfiguration[Kind]
  : never;

/** Mapping of a gripper name of these programs: its commands and its state in terms of this product. */
export interface WireGripper {
  readonly kind: WireGripperKind;
  is(config: Config): boolean;
  /** Returns undefined if the body lacks the command of this kind. */
  command(body: GripperCommandBody, config: Config): DeviceCommand | undefined;
  describe(live: unknown, config: Config): GripperConfiguration;
}

const toleranceMeters = 0.003;
/** The gripper reports tenths of a millimetre: within this distance the target counts as reached. */
const resolutionMeters = 0.0002;
const millimeters = 1000;

export const wireGrippers: readonly WireGripper[] = [
  twoFingers('onrobot_2fg7', 'OnRobot2FG7'),
  twoFingers('onrobot_2fg14', 'OnRobot2FG14'),
  {
    kind: 'onrobot_3fg15',
    is: ({ kind }) => kind === 'OnRobot3FG15',
    command: ({ onrobot_3fg15: round }) => round && gripper(commandOfRound(round)),
    describe: (live) => ({ kind: 'onrobot_3fg15', onrobot_3fg15: describeRound(readLive(live)) }),
  },
  dh('dh_ag', 'AG'),
  dh('dh_pgc', 'PGC'),
  dh('dh_cgi', 'CGI'),
  {
    kind: 'schunk_egx',
    is: ({ kind }) => kind === 'SchunkEGx',
    command: ({ schunk_egx: schunk }) => schunk && gripper(commandOfSchunk(schunk)),
    describe: (live) => ({ kind: 'schunk_egx', schunk_egx: describeSchunk(readLive(live)) }),
  },
  {
    kind: 'onrobot_screwdriver',
    is: ({ kind }) => kind === 'OnRobotScrewdriver',
    command: ({ onrobot_screwdriver: screw }) =>
      screw && { capability: 'screwdriver', command: commandOfScrewdriver(screw) },
    describe: (live) => ({ kind: 'onrobot_screwdriver', onrobot_screwdriver: describeScrewdriver(live) }),
  },
];

function gripper(command: Omit<GripperCommand, 'toleranceMeters' | 'waitForGrip'>): DeviceCommand {
  return { capability: 'gripper', command: { ...command, toleranceMeters, waitForGrip: true } };
}

function readLive(live: unknown): Live {
  return gripperLiveStateSchema.parse(live);
}

/** Returns the commanded width once the fingers are there, so that programs read back the value that they sent. */
function widthOf({ targetWidthMeters: target, widthMeters: measured }: Live): number | undefined {
  const isThere = target !== undefined && measured !== undefined && Math.abs(target - measured) <= resolutionMeters;
  return isThere ? target : measured;
}

const isFromInside = (direction: string) => direction === 'internal' || direction === 'outward';
const gripKindOf = ({ direction }: Live) => (direction === 'outward' ? 'internal' : 'external');

/** Programs send a force of 0 for no particular force. */
function forceOf(force: Parameters<typeof newtonsOf>[0] | undefined) {
  const forceNewtons = force ? newtonsOf(force) : 0;
  return forceNewtons === 0 ? {} : { forceNewtons };
}

const twoFingersSchema = z.object({
  minimumWidth: z.number(),
  maximumWidth: z.number(),
  fingertipWidth: z.number(),
  maximumForce: z.number(),
});

function twoFingers(kind: 'onrobot_2fg7' | 'onrobot_2fg14', ours: string): WireGripper {
  return {
    kind,
    is: (config) => config.kind === ours,
    command: ({ [kind]: fingers }) => fingers && gripper(commandOfFingers(fingers)),
    describe: (live, config) => ({ kind, [kind]: describeFingers(readLive(live), twoFingersSchema.parse(config)) }),
  };
}

function commandOfFingers(command: z.infer<typeof fingerCommandSchema>) {
  const { control_kind: control, target_grip_width: width, grip_direction, target_force } = command;
  return {
    control,
    widthMeters: metersOf(width.value, width.unit_kind),
    direction: isFromInside(grip_direction) ? ('outward' as const) : ('inward' as const),
    ...forceOf(target_force),
  };
}

function describeFingers(live: Live, config: z.infer<typeof twoFingersSchema>): Answer<'onrobot_2fg7'> {
  const { minimumWidth, maximumWidth, fingertipWidth, maximumForce } = config;
  const { targetForceNewtons: force } = live;
  const width = widthOf(live);
  return {
    grip_kind: gripKindOf(live),
    grip_detected: live.gripDetected,
    ...(width === undefined ? {} : widthsOf(width, live.direction, fingertipWidth)),
    min_width_outer: minimumWidth + fingertipWidth,
    max_width_outer: maximumWidth + fingertipWidth,
    min_width_inner: minimumWidth,
    max_width_inner: maximumWidth,
    ...(force === undefined ? {} : { force }),
    max_force: maximumForce,
  };
}

/** The width of an internal grip is measured over the fingertips, of an external one between them. */
function widthsOf(width: number, direction: Live['direction'], fingertipWidth: number) {
  const other = (meters: number) => Number(meters.toFixed(9));
  return direction === 'outward'
    ? { width_outer: width, width_inner: other(width - fingertipWidth) }
    : { width_outer: other(width + fingertipWidth), width_inner: width };
}

function commandOfRound(command: z.infer<typeof roundCommandSchema>) {
  const { control_kind, target_grip_diameter: diameter, grip_direction, target_force } = command;
  return {
    control: control_kind === 'move' ? ('move' as const) : ('force_grip' as const),
    widthMeters: metersOf(diameter.value, diameter.unit_kind),
    direction: isFromInside(grip_direction) ? ('outward' as const) : ('inward' as const),
    ...forceOf(target_force),
  };
}

function describeRound(live: Live): Answer<'onrobot_3fg15'> {
  const diameter = widthOf(live);
  const { targetForceNewtons: force } = live;
  return {
    grip_kind: gripKindOf(live),
    grip_detected: live.gripDetected,
    ...(diameter === undefined ? {} : { diameter }),
    ...(force === undefined ? {} : { target_force_newtons: force }),
  };
}

/** Minimum force of a DH gripper. Programs send 10 to a CGI, which is neither a valid share nor possible in newtons. */
const minDHForce = 0.2;

function dh(kind: 'dh_ag' | 'dh_pgc' | 'dh_cgi', series: string): WireGripper {
  return {
    kind,
    is: ({ kind: ours, model }) => ours === 'DHGripper' && String(model).startsWith(series),
    command: ({ [kind]: command }, config) => command && gripper(commandOfDH(command, strokeOf(config))),
    describe: (live, config) => ({ kind, [kind]: describeDH(readLive(live), strokeOf(config)) }),
  };
}

function strokeOf(config: Config): NumberRange {
  const ranges = describeCapabilities(config).gripper?.widthRange.inward;
  if (ranges) return ranges;
  throw new ProductError('internal_server_error', `The configuration of ${config.name} cannot be read`);
}

function commandOfDH(command: z.infer<typeof dhCommandSchema>, { minimum, maximum }: NumberRange) {
  const { target_diameter: share, target_force: force, target_speed: speed } = command;
  return {
    // It always stops at a part.
    control: 'force_grip' as const,
    widthMeters: minimum + share * (maximum - minimum),
    direction: 'inward' as const,
    ...(force === undefined ? {} : { forceFraction: force > 1 ? Math.max(minDHForce, force / 100) : force }),
    ...(speed === undefined ? {} : { speedFraction: speed }),
  };
}

function describeDH(live: Live, { minimum, maximum }: NumberRange): NonNullable<Answer<'dh_ag'>> {
  const width = widthOf(live) ?? maximum;
  const { targetForceFraction: force } = live;
  return {
    // A commanded share is returned unchanged: the conversion to metres only rounds.
    diameter: Number(((width - minimum) / (maximum - minimum)).toFixed(6)),
    grip_detected: live.gripDetected,
    ...(force === undefined ? {} : { force }),
  };
}

function commandOfSchunk({ control_kind: control, target_grip_width }: z.infer<typeof schunkCommandSchema>) {
  const widthMeters = metersOf(target_grip_width.value, target_grip_width.unit_kind);
  return { control, widthMeters, direction: 'inward' as const };
}

function describeSchunk(live: Live): Answer<'schunk_egx'> {
  const width = widthOf(live);
  return { grip_detected: live.gripDetected, ...(width === undefined ? {} : { width }) };
}

const screwdriverActions = {
  tighten: 'TIGHTEN',
  loosen: 'LOOSEN',
  pickup: 'PICK_UP',
  set_shank_position: 'MOVE_SHANK',
} as const;

function commandOfScrewdriver(
  command: z.infer<typeof screwdriverCommandSchema>,
): ScrewdriverCommand | typeof stopDeviceCommand {
  const { command_kind: kind } = command;
  if (kind === 'stop') return stopDeviceCommand;
  return {
    action: screwdriverActions[kind],
    forceNewtons: command.target_force,
    torqueNewtonMeters: command.target_torque,
    screwLengthMeters: command.screw_length / millimeters,
    shankPositionMeters: command.shank_position / millimeters,
    waitForEnd: true,
  };
}

function describeScrewdriver(state: unknown): Answer<'onrobot_screwdriver'> {
  const live = screwdriverLiveStateSchema.parse(state);
  const { shankPositionMeters: shank, currentTorqueNewtonMeters: now, achievedTorqueNewtonMeters: achieved } = live;
  return {
    ...(shank === undefined ? {} : { shank_position: shank * millimeters }),
    ...(now === undefined ? {} : { current_torque: now }),
    ...(achieved === undefined ? {} : { achieved_torque: achieved }),
  };
}
