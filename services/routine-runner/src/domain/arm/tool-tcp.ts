import { messages, type WirePose } from '@cellwright/domain';
import { identityPose } from '@cellwright/geometry';
import { type Answer, accept, refuse } from '../answer.ts';
import type { ToolModel } from '../planner.ts';

/**
 * The point that a tcpOption names, in the flange frame: 'wrist' is the flange, 'auto' the tool, at a changer its active
 * end, and 'ee-N' the N-th end; a tool without ends is 'ee-1' itself. Undefined when there is no such point.
 */
export function tcpOf(tool: ToolModel, tcpOption: string): WirePose | undefined {
  if (tcpOption === 'wrist') return identityPose;
  if (tcpOption === 'auto') return tool.tcp;
  if (tool.ends === undefined) return tcpOption === 'ee-1' ? tool.tcp : undefined;
  return tool.ends.find(({ end }) => tcpOption === `ee-${end}`)?.tcp;
}

/** The tool with another of its ends active. */
export function activateEnd(tool: ToolModel, activeEnd: number): Answer<ToolModel> {
  const found = tool.ends?.find(({ end }) => end === activeEnd);
  if (found) return accept({ ...tool, activeEnd, tcp: found.tcp });
  const ends = tool.ends?.map(({ end }) => end).join(' and ');
  const known = ends === undefined ? `'${tool.name}' is no changer` : `'${tool.name}' has the ends ${ends}`;
  return refuse('equipment_no_matching', messages.noSuchEnd(activeEnd, known));
}
