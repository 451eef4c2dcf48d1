import { robotKindSchema } from '@cellwright/domain/robot';
import { openSession } from '../../src/cli/cell-client.ts';
import type { RunningCell } from '../harness.ts';

export const routineID = 'routine_robot_programs';
export const routineName = 'Counts for ever';
const loopID = 'step_robot_programs_loop';
const waitID = 'step_robot_programs_wait';
const countID = 'step_robot_programs_count';
const pose = { x: 0.1, y: 0.4, z: 1.3, i: 0, j: 0, k: Math.SQRT1_2, w: Math.SQRT1_2 };
const jointAngles = [0, 0, 0, 0, 0, 0];

/** Counts until it is stopped, so that programs can watch and change the count. */
const routine = {
  id: routineID,
  name: routineName,
  steps: [
    {
      id: loopID,
      stepKind: 'Loop',
      description: 'For ever',
      steps: [
        { id: waitID, stepKind: 'Wait' },
        { id: countID, stepKind: 'SetEnvironmentVariable' },
      ],
    },
  ],
  stepConfigurations: {
    [loopID]: { stepKind: 'Loop', args: {} },
    [waitID]: { stepKind: 'Wait', args: { milliseconds: 100 } },
    [countID]: {
      stepKind: 'SetEnvironmentVariable',
      args: {
        variableID: 'variable_robot_programs_parts',
        newValue: { kind: 'JavaScript', source: 'variables.parts + 1' },
      },
    },
  },
  environmentVariables: [
    { id: 'variable_robot_programs_parts', name: 'parts', initialValue: 0 },
    { id: 'variable_robot_programs_label', name: 'label', initialValue: 'none' },
  ],
  space: [
    {
      id: 'space_robot_programs_above',
      kind: 'singlePosition',
      name: 'Above',
      positions: [{ jointAngles, pose, tcpOption: 'wrist' }],
    },
  ],
};

const corners = [pose, { ...pose, x: 0.2 }, { ...pose, y: 0.5 }].map((corner) => ({ pose: corner }));
const spaceItems = [
  { id: 'space_robot_programs_top', kind: 'plane', name: 'Bench top', positions: corners },
  { id: 'space_robot_programs_table', kind: 'localAccuracyCalibration', name: 'Table', positions: [] },
];

/**
 * Adds the data for the programs to a new cell: routines, places, a variable of the cell, a reserved output and bare
 * flanges.
 */
export async function furnish(cell: RunningCell): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${cell.url}/api/v1/cell${path}`, {
      method,
      headers: { authorization: `Bearer ${cell.client.adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status} ${await response.text()}`);
  };
  const file = { format: 'cellwright.routine', formatVersion: 1, routine };
  await send('POST', '/routines/import', file);
  await send('POST', `/routines/${routineID}/duplicate`, { name: 'Another' });
  for (const item of spaceItems) await send('POST', '/space-items', item);
  await send('POST', '/equipment', { config: { kind: 'OnRobot3FG15', name: 'Lathe gripper' } });
  await send('POST', '/variables', { name: 'line', initialValue: 3 });
  await send('PATCH', '/safety-settings/1', { outputSafeguardRules: [{ pair: 8, kind: 'isestop' }] });
  for (const robotKind of robotKindSchema.options) {
    const session = await openSession(cell.client, robotKind);
    await session.send('setTool', { equipmentID: null });
    session.close();
  }
}
