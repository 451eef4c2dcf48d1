import { ProductError, type Result } from '@cellwright/domain/basics';
import { mountMessages } from '@cellwright/domain/messages';
import {
  type CommandedCapabilityName,
  type CommandOf,
  capabilities,
  commandedCapabilities,
  type RequiredTool,
} from '@cellwright/equipment/capabilities';
import type { MountedTool } from '@cellwright/steps/framework';
import { describeToolDifference } from '../arm/tool-change.ts';
import type { CellEquipment } from '../cell.ts';
import type { ToolModel } from '../planner.ts';
import type { SessionCore } from './session-core.ts';

type Core = Pick<SessionCore, 'robotKind' | 'tools'>;
type Devices = Pick<CellEquipment, 'listEnabled'>;

/**
 * Finds the tool that the arm moves: on the flange, or on the active end of the changer there. Refuses unless it is the
 * device with this id, or without an id an enabled one with the capability. Never rejects.
 */
export async function findMountedTool(
  { robotKind, tools }: Core,
  equipment: Devices,
  capability: RequiredTool,
  equipmentID?: string,
): Promise<Result<MountedTool, string>> {
  const { label } = capabilities[capability];
  try {
    const enabled = await equipment.listEnabled(capability);
    const wanted = equipmentID === undefined ? enabled : enabled.filter((each) => each.equipmentID === equipmentID);
    const before = tools.current;
    const mounted = wanted.find((each) => each.equipmentID === movedDeviceID(before));
    if (mounted) return { ok: true, value: { name: mounted.name, hasChanged: () => differs(before, tools.current) } };
    return { ok: false, error: explainMissing(wanted, before, { label, robotKind }) };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return { ok: false, error: error.message };
  }
}

/** Returns why a device must not carry out a command now: the arm does not carry the tool that the command needs. */
export async function refuseWithoutTool<Name extends CommandedCapabilityName>(
  core: Core,
  equipment: Devices,
  capability: Name,
  command: CommandOf<Name>,
): Promise<string | undefined> {
  const tool = commandedCapabilities[capability].requiredTool?.(command);
  const found = tool && (await findMountedTool(core, equipment, tool));
  return found && !found.ok ? found.error : undefined;
}

function explainMissing(
  wanted: readonly { readonly equipmentID: string; readonly name: string }[],
  { ends = [] }: ToolModel,
  { label, robotKind }: { readonly label: string; readonly robotKind: string },
): string {
  const [first, ...others] = wanted;
  if (!first) return mountMessages.noneEnabled(label);
  const carried = ends.find(({ equipmentID }) => wanted.some((each) => each.equipmentID === equipmentID));
  if (carried) return mountMessages.otherEndActive(carried.name, carried.end);
  return others.length === 0
    ? mountMessages.notMounted(first.name, robotKind)
    : mountMessages.noneMounted(label, robotKind);
}

/** Returns the device whose TCP the arm moves; null on a bare flange and for an empty end. */
function movedDeviceID({ equipmentID, ends, activeEnd }: ToolModel): string | null {
  return ends ? (ends.find(({ end }) => end === activeEnd)?.equipmentID ?? null) : equipmentID;
}

function differs(before: ToolModel, now: ToolModel): boolean {
  return movedDeviceID(before) !== movedDeviceID(now) || describeToolDifference(before, now) !== undefined;
}
