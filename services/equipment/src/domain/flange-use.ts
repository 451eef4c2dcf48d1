import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import type { RobotKind } from '@cellwright/domain/robot';
import { findCarriers } from '@cellwright/equipment/carrying';

/**
 * Tool on each robot's flange. The robot's runner owns the choice and sends it here; it is stored in the same database
 * as the records, so that the tool of an arm cannot be deleted, even while the runner is away.
 */
export interface FlangeUseStore {
  /** Null for a bare flange. @throws ProductError not_found when the device does not exist. */
  hold(robotKind: RobotKind, equipmentID: string | null): Promise<void>;
  /** Returns the ids of the devices that are the tool of a robot. */
  list(): Promise<ReadonlySet<string>>;
}

/** Ways in which a cell loses a tool. */
export type ToolLoss = 'delete it' | 'change its kind';

/** Refuses to lose a tool. @throws ProductError conflict when robots have the device on their flange, naming them. */
export function refuseWhileOnFlange(
  { config }: Pick<EquipmentRecord, 'config'>,
  robotKinds: readonly string[],
  loss: ToolLoss,
): void {
  if (robotKinds.length === 0) return;
  const robots = nameRobots(robotKinds);
  throw new ProductError(
    'conflict',
    `'${config.name}' is mounted on the flange of ${robots}. Choose another tool for the flange, or none, then ${loss}`,
    { robotKinds: [...robotKinds] },
  );
}

/**
 * Refuses a tool for a changer. @throws ProductError conflict when robots have the tool on their flange itself, naming
 * them.
 */
export function refuseToCarry({ config }: Pick<EquipmentRecord, 'config'>, robotKinds: readonly string[]): void {
  if (robotKinds.length === 0) return;
  const message = messages.toolIsOnFlange(config.name, nameRobots(robotKinds));
  throw new ProductError('conflict', message, { robotKinds: [...robotKinds] });
}

/**
 * Refuses to lose a carried tool. @throws ProductError conflict when changers carry the device, naming each with its
 * end.
 */
export function refuseWhileCarried(
  records: readonly EquipmentRecord[],
  { id, config }: EquipmentRecord,
  loss: ToolLoss,
): void {
  const carriers = findCarriers(records, id);
  if (carriers.length === 0) return;
  const users = carriers.map(({ changer, end }) => `'${changer.config.name}' (end ${end})`).join(' and ');
  const usedBy = carriers.map(({ changer }) => changer.id);
  throw new ProductError('conflict', messages.equipmentIsUsedBy(config.name, users, loss), { usedBy });
}

function nameRobots(robotKinds: readonly string[]): string {
  return robotKinds.map((robotKind) => `the ${robotKind} robot`).join(' and ');
}
