import { type MountedTool, mountedToolSchema, type RobotKind } from '@cellwright/domain';
import * as z from 'zod';
import type { Http } from '../http.ts';

const schema = z.object({ tool: mountedToolSchema });

/** What hangs on the flange of a robot. */
export interface ToolCalls {
  read(robotKind: RobotKind, signal?: AbortSignal): Promise<MountedTool>;
  /** Another device, or null for none. @throws ProductError `robot_not_idle` while anything moves or plays. */
  choose(robotKind: RobotKind, equipmentID: string | null): Promise<MountedTool>;
  /** The end of the changer whose tool works from now on, counted from 1. @throws ProductError as `choose` does. */
  activateEnd(robotKind: RobotKind, end: number): Promise<MountedTool>;
}

export function createToolCalls(http: Http): ToolCalls {
  const at = (robotKind: RobotKind) => `/api/v1/cell/robots/${robotKind}/tool`;
  const put = async (path: string, body: object) => (await http.request('PUT', path, { schema, body })).tool;
  return {
    read: async (robotKind, signal) => (await http.request('GET', at(robotKind), { schema, signal })).tool,
    choose: (robotKind, equipmentID) => put(at(robotKind), { equipmentID }),
    activateEnd: (robotKind, end) => put(`${at(robotKind)}/active-end`, { end }),
  };
}
