import { ProductError } from '@cellwright/domain/basics';
import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import type { CellThings } from './cell-things.ts';
import { DHKinds, type DHKindsSetting } from './dh-kinds.ts';
import { type WireGripper, wireGrippers } from './gripper-kinds.ts';
import { GripperLimits } from './gripper-limits.ts';
import type { GripperCommandBody, GripperConfiguration } from './gripper-schemas.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';

export interface GrippersDeps {
  readonly line: RobotLine;
  readonly things: CellThings;
  /** Returns the live state of a device. */
  readonly liveState: (id: string, robotKind: RobotKind, isTwin: boolean) => Promise<unknown>;
  /** Programs that see the own kind of a DH gripper. */
  readonly dhKinds: DHKindsSetting;
}

interface Found {
  readonly record: EquipmentRecord;
  readonly wire: WireGripper;
}

/** Gripper of the cell: the one on the flange, otherwise the first of a kind in the robot API. */
export class Grippers {
  private readonly deps: GrippersDeps;
  private readonly limits = new GripperLimits();
  private readonly dhKinds: DHKinds;

  constructor(deps: GrippersDeps) {
    this.deps = deps;
    this.dhKinds = new DHKinds(deps.dhKinds);
  }

  async describe(call: RobotCall): Promise<GripperConfiguration> {
    const found = await this.find(call, () => true);
    if (!found) return { kind: 'none_connected' };
    const { record, wire } = found;
    const { isTwin } = this.deps.line.state(call.robotKind);
    const live = await this.deps.liveState(record.id, call.robotKind, isTwin);
    return this.dhKinds.show(call, wire.describe(this.limits.asCommanded(call.robotKind, record, live), record.config));
  }

  /**
   * Commands the gripper within its limits. Returns when the target is reached or a part is held.
   * @throws ProductError if neither happens.
   */
  async command(call: RobotCall, body: GripperCommandBody): Promise<void> {
    const found = await this.find(call, ({ kind }) => kind === body.kind);
    if (!found) throw await this.explainMissing(call, body.kind);
    this.dhKinds.noteCommand(call, body.kind);
    const { record, wire } = found;
    const command = wire.command(body, record.config);
    if (!command) throw new ProductError('request_failed_validation', `The command needs the field ${body.kind}`);
    const held = this.limits.hold(record, command.command);
    this.limits.remember(call.robotKind, record, command.command, held);
    await this.deps.line.command(call, 'executeDeviceCommand', {
      ...{ equipmentID: record.id, capability: command.capability },
      command: held,
    });
  }

  /** Names the gripper on the flange: the cell may have the wanted kind elsewhere. */
  private async explainMissing(call: RobotCall, kind: string): Promise<ProductError> {
    const { tool } = this.deps.line.state(call.robotKind);
    const mounted = findGripper(await this.listRecords(call), tool.equipmentID);
    const isOther = mounted && !wireGrippers.some((wire) => wire.kind === kind && wire.is(mounted.config));
    const message = isOther
      ? `'${mounted.config.name}' is mounted on the flange, and is not of the kind ${kind}. Mount such a gripper first`
      : `This cell has no enabled ${kind}`;
    return new ProductError('equipment_no_matching', message);
  }

  private async listRecords(call: RobotCall): Promise<EquipmentRecord[]> {
    return (await this.deps.things.all(call, 'equipment')).map((each) => equipmentRecordSchema.parse(each));
  }

  private async find(call: RobotCall, isAsked: (wire: WireGripper) => boolean): Promise<Found | undefined> {
    const { tool } = this.deps.line.state(call.robotKind);
    const records = await this.listRecords(call);
    const grippers = wireGrippers
      .filter(isAsked)
      .flatMap((wire) =>
        records.filter((each) => each.isEnabled && wire.is(each.config)).map((record) => ({ record, wire })),
      );
    const onFlange = grippers.find(({ record }) => record.id === tool.equipmentID);
    return onFlange ?? (findGripper(records, tool.equipmentID) ? undefined : grippers[0]);
  }
}

function findGripper(records: readonly EquipmentRecord[], equipmentID: string | null): EquipmentRecord | undefined {
  const onFlange = records.find(({ id }) => id === equipmentID);
  const { gripper, screwdriver, vacuum } = onFlange ? describeCapabilities(onFlange.config) : {};
  return (gripper ?? screwdriver ?? vacuum) === undefined ? undefined : onFlange;
}
