import { contractOf, isEquipmentKind } from '@cellwright/equipment/contracts';
import type { CellEnvironment } from '@cellwright/steps/contracts';

interface MountedTool {
  readonly equipmentID?: string | null | undefined;
  readonly ends?: readonly { readonly equipmentID?: string | null | undefined }[] | undefined;
}

/** Returns the ids of the device on the flange and of those on its ends. */
export function listMounted({ equipmentID, ends = [] }: MountedTool): string[] {
  return [equipmentID, ...ends.map((end) => end.equipmentID)].filter((id) => typeof id === 'string');
}

/** Returns the cell with whether each tool is on the flange. */
export function withMounted(cell: CellEnvironment, mounted: readonly string[] | undefined): CellEnvironment {
  if (!mounted || !cell.equipment) return cell;
  const equipment = cell.equipment.map((device) =>
    isTool(device.kind) ? { ...device, isOnFlange: mounted.includes(device.id) } : device,
  );
  return { ...cell, equipment };
}

function isTool(kind: string): boolean {
  return isEquipmentKind(kind) && contractOf(kind).tool !== undefined;
}
