import { type EquipmentRecord, equipmentRecordSchema, ProductError, type RobotKind } from '@cellwright/domain';
import { type GripperCommand, gripperLiveStateSchema } from '@cellwright/equipment/capabilities';
import { z } from 'zod';
import type { CellThings } from './cell-things.ts';
import type { FingerCommand, FingersState, GripperCommandBody, GripperConfiguration } from './gripper-schemas.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';
import { metersOf, newtonsOf } from './units.ts';

/** The kind of the product that a name of these programs stands for. */
const kindsByName = { onrobot_2fg7: 'OnRobot2FG7' } as const;
const isGripper = ({ config }: EquipmentRecord) => config.kind === kindsByName.onrobot_2fg7;

const toleranceMeters = 0.003;
/** The gripper reports tenths of a millimetre: closer than this it is where it was sent. */
const resolutionMeters = 0.0002;

const configSchema = z.object({
  minimumWidth: z.number(),
  maximumWidth: z.number(),
  fingertipWidth: z.number(),
  maximumForce: z.number(),
});

export interface GrippersDeps {
  readonly line: RobotLine;
  readonly things: CellThings;
  /** What a device says of itself. */
  readonly liveState: (id: string, robotKind: RobotKind, isTwin: boolean) => Promise<unknown>;
}

/** The gripper of the cell: the tool on the flange, or the only one there is. */
export class Grippers {
  private readonly deps: GrippersDeps;

  constructor(deps: GrippersDeps) {
    this.deps = deps;
  }

  async describe(call: RobotCall): Promise<GripperConfiguration> {
    const gripper = await this.find(call);
    if (!gripper) return { kind: 'none_connected' };
    const { isTwin } = this.deps.line.state(call.robotKind);
    const live = gripperLiveStateSchema.parse(await this.deps.liveState(gripper.id, call.robotKind, isTwin));
    return { kind: 'onrobot_2fg7', onrobot_2fg7: fingersOf(live, configSchema.parse(gripper.config)) };
  }

  /** Answers when the gripper is there or holds something. @throws ProductError when it does not come to that. */
  async command(call: RobotCall, body: GripperCommandBody): Promise<void> {
    const gripper = await this.find(call);
    if (body.kind === 'none_connected' || !Object.hasOwn(kindsByName, body.kind) || !gripper) {
      throw new ProductError('equipment_no_matching', `No enabled ${body.kind} is in this cell`);
    }
    const { onrobot_2fg7: fingers } = body;
    if (!fingers) throw new ProductError('request_failed_validation', `${body.kind}: the command needs it`);
    const command = commandOf(fingers);
    await this.deps.line.command(call, 'executeDeviceCommand', {
      equipmentID: gripper.id,
      capability: 'gripper',
      command,
    });
  }

  private async find(call: RobotCall): Promise<EquipmentRecord | undefined> {
    const { tool } = this.deps.line.state(call.robotKind);
    const records = (await this.deps.things.all(call, 'equipment')).map((record) =>
      equipmentRecordSchema.parse(record),
    );
    const grippers = records.filter((record) => record.isEnabled && isGripper(record));
    return grippers.find(({ id }) => id === tool.equipmentID) ?? grippers[0];
  }
}

function commandOf({ control_kind, target_grip_width, grip_direction, target_force }: FingerCommand): GripperCommand {
  const isFromInside = grip_direction === 'internal' || grip_direction === 'outward';
  const force = target_force ? newtonsOf(target_force) : 0;
  return {
    control: control_kind,
    widthMeters: metersOf(target_grip_width.value, target_grip_width.unit_kind),
    direction: isFromInside ? 'outward' : 'inward',
    // Programs leave the force at 0 where they want none in particular.
    ...(force === 0 ? {} : { forceNewtons: force }),
    toleranceMeters,
    waitForGrip: true,
  };
}

function fingersOf(live: z.infer<typeof gripperLiveStateSchema>, config: z.infer<typeof configSchema>): FingersState {
  const { minimumWidth, maximumWidth, fingertipWidth, maximumForce } = config;
  const { targetWidthMeters: target, widthMeters: measured, targetForceNewtons: force } = live;
  const isThere = target !== undefined && measured !== undefined && Math.abs(target - measured) <= resolutionMeters;
  const width = isThere ? target : measured;
  const isFromInside = live.direction === 'outward';
  return {
    grip_kind: isFromInside ? 'internal' : 'external',
    grip_detected: live.gripDetected,
    // The width that was commanded, whichever side of the fingers it is of: programs read back what they sent.
    ...(width === undefined ? {} : { width_outer: width, width_inner: isFromInside ? width - fingertipWidth : width }),
    min_width_outer: minimumWidth + fingertipWidth,
    max_width_outer: maximumWidth + fingertipWidth,
    min_width_inner: minimumWidth,
    max_width_inner: maximumWidth,
    ...(force === undefined ? {} : { force }),
    max_force: maximumForce,
  };
}
