/** Tools that hang on a changer instead of the flange: who carries what, and what all of it is to the arm. */
import { type EquipmentRecord, messages, ProductError } from '@cellwright/domain';
import type { Pose } from '@cellwright/geometry';
import { carryTool, joinTools, type ToolDescription, type ToolEnd, tcpOfEnd } from './capabilities/index.ts';
import { describeEnds, describeTool, parseEquipmentConfig } from './contracts.ts';

/** A record, as far as it matters here. */
export type ToolRecord = Pick<EquipmentRecord, 'id' | 'config'>;

/** A device that has another one on one of its ends. */
export interface Carrier {
  readonly changer: ToolRecord;
  readonly end: number;
}

/** The changers that name a device, and the end it hangs on. A changer that is switched off holds its tools all the same. */
export function findCarriers(records: readonly ToolRecord[], toolID: string): readonly Carrier[] {
  return records.flatMap((changer) =>
    describeEnds(changer.config).flatMap(({ end, toolID: carried }) => (carried === toolID ? [{ changer, end }] : [])),
  );
}

/** What hangs on an end. */
export interface AssembledEnd {
  readonly end: number;
  /** Undefined: nothing, and the TCP is the end itself. */
  readonly tool: ToolRecord | undefined;
  /** In the flange frame. */
  readonly tcp: Pose;
}

/** A device on the flange with all that it carries. The TCP is that of the device itself; an end has its own. */
export interface AssembledTool extends ToolDescription {
  readonly ends: readonly AssembledEnd[];
}

/**
 * A device on the flange as the arm sees it: with a changer the bracket and both of its tools.
 * @returns undefined when there is no such device, or it is no tool
 * @throws ProductError equipment_no_matching when it hangs on a changer itself, or when what hangs on an end of it is no tool
 */
export function assembleTool(records: readonly ToolRecord[], id: string): AssembledTool | undefined {
  const record = records.find((each) => each.id === id);
  const own = record && describeRecord(record);
  if (!own) return undefined;
  refuseCarried(records, record);
  const ends = describeEnds(record.config).map((end) => ({ ...end, ...findCarried(records, end) }));
  const carried = ends.flatMap(({ mount, description }) => (description ? [carryTool(mount, description)] : []));
  return {
    ...(ends.length === 0 ? own : joinTools(own.tcp, [own, ...carried])),
    ends: ends.map(({ end, mount, tool, description }) => ({ end, tool, tcp: tcpOfEnd(mount, description) })),
  };
}

/** @throws ProductError equipment_no_matching when the device hangs on a changer: it is no tool of the flange then */
export function refuseCarried(records: readonly ToolRecord[], { id, config }: ToolRecord): void {
  const [carrier] = findCarriers(records, id);
  if (!carrier) return;
  const { changer, end } = carrier;
  throw new ProductError('equipment_no_matching', messages.toolIsCarried(config.name, changer.config.name, end));
}

/** What hangs on an end. @throws ProductError equipment_no_matching when there is no such tool */
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
 * Whether a changer may carry what its configuration names.
 * @throws ProductError conflict or equipment_no_matching, naming the tool, and who has it
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
