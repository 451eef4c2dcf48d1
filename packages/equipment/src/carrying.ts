/**
 * Tools that are mounted on a changer instead of the flange: which device carries which, and the load of all on the
 * arm.
 */
import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import type { Pose } from '@cellwright/geometry';
import {
  carryTool,
  type FingerTravel,
  joinTools,
  type ToolBox,
  type ToolDescription,
  type ToolEnd,
  tcpOfEnd,
} from './capabilities/index.ts';
import { describeEnds, describeTool, parseEquipmentConfig } from './contracts.ts';

/** The parts of a record that matter here. */
export type ToolRecord = Pick<EquipmentRecord, 'id' | 'config'>;

/** A device that carries another one on one of its ends. */
export interface Carrier {
  readonly changer: ToolRecord;
  readonly end: number;
}

/** Returns the changers that name a device, with the end it is mounted on. A disabled changer still holds its tools. */
export function findCarriers(records: readonly ToolRecord[], toolID: string): readonly Carrier[] {
  return records.flatMap((changer) =>
    describeEnds(changer.config).flatMap(({ end, toolID: carried }) => (carried === toolID ? [{ changer, end }] : [])),
  );
}

/** An end and the tool on it. */
export interface AssembledEnd {
  readonly end: number;
  /** Undefined if the end is empty; the TCP is then the end itself. */
  readonly tool: ToolRecord | undefined;
  /** In the flange frame. */
  readonly tcp: Pose;
}

/** Box of a tool on the flange; a finger names its gripper. */
export interface AssembledBox extends ToolBox {
  readonly finger?: FingerTravel & { readonly equipmentID: string };
}

/** A device on the flange with everything that it carries. The TCP is that of the device itself; an end has its own. */
export interface AssembledTool extends Omit<ToolDescription, 'collisionBoxes'> {
  readonly collisionBoxes: readonly AssembledBox[];
  readonly ends: readonly AssembledEnd[];
}

/**
 * Returns a device on the flange as the arm sees it: a changer with its bracket and both tools.
 * @returns undefined when there is no such device, or it is not a tool
 * @throws ProductError equipment_no_matching when it is itself mounted on a changer, or when a device on one of its
 * ends is not a tool
 */
export function assembleTool(records: readonly ToolRecord[], id: string): AssembledTool | undefined {
  const record = records.find((each) => each.id === id);
  const own = record && describeRecord(record);
  if (!own) return undefined;
  refuseCarried(records, record);
  const ends = describeEnds(record.config).map((end) => ({ ...end, ...findCarried(records, end) }));
  const carried = ends.flatMap(({ mount, tool, description }) =>
    description ? [{ id: tool.id, description: carryTool(mount, description) }] : [],
  );
  const parts = [{ id, description: own }, ...carried];
  const descriptions = parts.map(({ description }) => description);
  return {
    ...(ends.length === 0 ? own : joinTools(own.tcp, descriptions)),
    collisionBoxes: parts.flatMap(({ id: equipmentID, description }) =>
      description.collisionBoxes.map((box) => nameFinger(box, equipmentID)),
    ),
    ends: ends.map(({ end, mount, tool, description }) => ({ end, tool, tcp: tcpOfEnd(mount, description) })),
  };
}

function nameFinger({ finger, ...body }: ToolBox, equipmentID: string): AssembledBox {
  return finger ? { ...body, finger: { ...finger, equipmentID } } : body;
}

/**
 * @throws ProductError equipment_no_matching when the device is mounted on a changer, so that it is not the tool on the
 * flange
 */
export function refuseCarried(records: readonly ToolRecord[], { id, config }: ToolRecord): void {
  const [carrier] = findCarriers(records, id);
  if (!carrier) return;
  const { changer, end } = carrier;
  throw new ProductError('equipment_no_matching', messages.toolIsCarried(config.name, changer.config.name, end));
}

/** Returns the tool on an end. @throws ProductError equipment_no_matching when there is no such tool */
function findCarried(records: readonly ToolRecord[], { end, toolID }: ToolEnd) {
  if (toolID === undefined) return { tool: undefined, description: undefined };
  const tool = records.find(({ id }) => id === toolID);
  const description = tool && describeEnds(tool.config).length === 0 ? describeRecord(tool) : undefined;
  if (tool && description) return { tool, description };
  const what = tool ? `'${tool.config.name}'` : `The device ${toolID}`;
  throw new ProductError('equipment_no_matching', messages.noToolForEnd(what, end));
}

function describeRecord({ config }: ToolRecord): ToolDescription | undefined {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? describeTool(parsed.config) : undefined;
}

/**
 * Checks that a changer may carry the devices in its configuration.
 * @throws ProductError conflict or equipment_no_matching, naming the tool and the device that already carries it
 */
export function checkEnds(records: readonly ToolRecord[], changer: ToolRecord): void {
  const others = records.filter(({ id }) => id !== changer.id);
  for (const end of describeEnds(changer.config)) {
    const { tool } = findCarried(others, end);
    const [carrier] = tool ? findCarriers(others, tool.id) : [];
    if (!tool || !carrier) continue;
    const { changer: other, end: otherEnd } = carrier;
    throw new ProductError('conflict', messages.toolIsCarried(tool.config.name, other.config.name, otherEnd));
  }
  if (describeEnds(changer.config).length > 0) refuseCarried(others, changer);
}
