import { messages } from '@cellwright/domain/messages';
import { type Answer, accept, refuse } from '../answer.ts';
import type { ToolModel } from '../planner.ts';

/** Returns the tool with another of its ends active. */
export function activateEnd(tool: ToolModel, activeEnd: number): Answer<ToolModel> {
  const found = tool.ends?.find(({ end }) => end === activeEnd);
  if (found) return accept({ ...tool, activeEnd, tcp: found.tcp });
  const ends = tool.ends?.map(({ end }) => end).join(' and ');
  const known = ends === undefined ? `'${tool.name}' is not a changer` : `'${tool.name}' has the ends ${ends}`;
  return refuse('equipment_no_matching', messages.noSuchEnd(activeEnd, known));
}
