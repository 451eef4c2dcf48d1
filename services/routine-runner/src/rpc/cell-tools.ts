import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { CapabilityName } from '@cellwright/equipment/capabilities';
import { type AssembledEnd, assembleTool, findCarriers } from '@cellwright/equipment/carrying';
import { capabilitiesOfKind, isTool } from '@cellwright/equipment/contracts';
import type { ToolEndModel, ToolModel } from '../domain/planner.ts';

/**
 * A device as the tool on the flange, with what it carries; of a changer the first end is active.
 * @returns undefined when there is no such device, or it describes no tool
 * @throws ProductError equipment_no_matching when it is itself mounted on a changer, or carries a device that is not a
 * tool
 */
export function toolOf(records: readonly EquipmentRecord[], id: string): ToolModel | undefined {
  const tool = assembleTool(records, id);
  if (!tool) return undefined;
  const { collisionBoxes: boxes, ends, ...description } = tool;
  const name = records.find((record) => record.id === id)?.config.name ?? '';
  const model: ToolModel = { equipmentID: id, name, ...description, boxes };
  const [first] = ends;
  return first ? { ...model, tcp: first.tcp, ends: ends.map(toEndModel), activeEnd: first.end } : model;
}

function toEndModel({ end, tool, tcp }: AssembledEnd): ToolEndModel {
  return { end, equipmentID: tool?.id ?? null, name: tool?.config.name ?? '', tcp };
}

/** Enabled devices with a capability. */
export function listEnabled(records: readonly EquipmentRecord[], capability: CapabilityName) {
  return records
    .filter(({ isEnabled, config }) => isEnabled && capabilitiesOfKind(config.kind).includes(capability))
    .map(({ id, config }) => ({ equipmentID: id, name: config.name }));
}

/** Devices that may be mounted on the flange: not those on a changer. */
export function listTools(records: readonly EquipmentRecord[]) {
  return records
    .filter(({ id, config }) => isTool(config) && findCarriers(records, id).length === 0)
    .map(({ id, isEnabled, config }) => ({ equipmentID: id, name: config.name, isEnabled }));
}
