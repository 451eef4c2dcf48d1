import { type EquipmentRecord, equipmentRecordSchema, ProductError, type RobotKind } from '@cellwright/domain';
import type { CellThings } from './cell-things.ts';
import { type WireGripper, wireGrippers } from './gripper-kinds.ts';
import type { GripperCommandBody, GripperConfiguration } from './gripper-schemas.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';

export interface GrippersDeps {
  readonly line: RobotLine;
  readonly things: CellThings;
  /** What a device says of itself. */
  readonly liveState: (id: string, robotKind: RobotKind, isTwin: boolean) => Promise<unknown>;
}

interface Found {
  readonly record: EquipmentRecord;
  readonly wire: WireGripper;
}

/** The gripper of the cell: the tool on the flange, or where that is none the first of the kinds that programs know. */
export class Grippers {
  private readonly deps: GrippersDeps;

  constructor(deps: GrippersDeps) {
    this.deps = deps;
  }

  async describe(call: RobotCall): Promise<GripperConfiguration> {
    const found = await this.find(call, () => true);
    if (!found) return { kind: 'none_connected' };
    const { record, wire } = found;
    const { isTwin } = this.deps.line.state(call.robotKind);
    return wire.describe(await this.deps.liveState(record.id, call.robotKind, isTwin), record.config);
  }

  /** Answers when the gripper is there or holds something. @throws ProductError when it does not come to that. */
  async command(call: RobotCall, body: GripperCommandBody): Promise<void> {
    const found = await this.find(call, ({ kind }) => kind === body.kind);
    if (!found) throw new ProductError('equipment_no_matching', `No enabled ${body.kind} is in this cell`);
    const { record, wire } = found;
    const command = wire.command(body, record.config);
    if (!command) throw new ProductError('request_failed_validation', `${body.kind}: the command needs it`);
    await this.deps.line.command(call, 'executeDeviceCommand', { equipmentID: record.id, ...command });
  }

  private async find(call: RobotCall, isAsked: (wire: WireGripper) => boolean): Promise<Found | undefined> {
    const { tool } = this.deps.line.state(call.robotKind);
    const records = (await this.deps.things.all(call, 'equipment')).map((each) => equipmentRecordSchema.parse(each));
    const grippers = wireGrippers
      .filter(isAsked)
      .flatMap((wire) =>
        records.filter((each) => each.isEnabled && wire.is(each.config)).map((record) => ({ record, wire })),
      );
    return grippers.find(({ record }) => record.id === tool.equipmentID) ?? grippers[0];
  }
}
