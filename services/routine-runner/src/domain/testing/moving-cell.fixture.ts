import type { JointAngles } from '@cellwright/domain/robot';
import { expect } from 'vitest';
import type { ToolModel } from '../planner.ts';
import { moveSteps, routineOf, startCell } from './fake-cell.fixture.ts';

/** Initial position of the fake robot, and two targets, 1 and 2 rad away. */
export const home: JointAngles = [0, -0.5, 1, 0, 0.5, 0];
export const near: JointAngles = [1, -0.5, 1, 0, 0.5, 0];
export const far: JointAngles = [2, -0.5, 1, 0, 0.5, 0];

export type Cell = ReturnType<typeof startCell>;

/** A tool whose TCP is this far ahead of the flange, metres. */
export function toolOf(equipmentID: string, tcpDistance: number, changes: Partial<ToolModel> = {}): ToolModel {
  return {
    equipmentID,
    name: `Tool ${equipmentID}`,
    tcp: { x: 0, y: 0, z: tcpDistance, i: 0, j: 0, k: 0, w: 1 },
    massKg: 1.1,
    centreOfGravity: [0, 0, 0.08],
    boxes: [{ pose: { x: 0, y: 0, z: 0.08, i: 0, j: 0, k: 0, w: 1 }, size: [0.1, 0.1, 0.15] }],
    ...changes,
  };
}

/** Saves the record of a device with another description, with the equipment service's event. */
export async function change(cell: Cell, tool: ToolModel): Promise<void> {
  const id = tool.equipmentID ?? '';
  cell.devices.set(id, tool);
  void cell.session.tools.follow(id);
  await cell.clock.advance(1);
}

export const joint0 = (cell: Cell) => cell.robot.state.positions[0];

/** A cell that is ready for manual motion. */
export async function startIdle(options: Parameters<typeof startCell>[0] = {}): Promise<Cell> {
  const cell = startCell(options);
  await cell.clock.advance(100);
  return cell;
}

/** Starts a cell in which a routine has just begun to move through `near` to `far`. */
export async function startMoving(
  options: Parameters<typeof startCell>[0] & { readonly tool?: ToolModel } = {},
): Promise<Cell> {
  const cell = startCell({ routine: routineOf(moveSteps('step_1', [near, far])), ...options });
  if (options.tool) cell.devices.set(options.tool.equipmentID ?? '', options.tool);
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  return cell;
}
