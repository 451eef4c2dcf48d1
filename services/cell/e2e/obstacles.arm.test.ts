import { expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod';
import { accessArmCell } from './arm-cell.ts';
import type { CellAccess } from './faults/fault-cell.fixture.ts';
import { ready, type StepSketch, sketchFile } from './faults/routines.fixture.ts';

const faults = accessArmCell();

type Joints = [number, number, number, number, number, number];
const [, ...bent] = ready;
const left: Joints = [0.8, ...bent];
const right: Joints = [-0.8, ...bent];

/** In front of the arm's initial position, in the path of a swing from left to right. */
const crate = {
  obstacleName: 'crate',
  obstacleOrigin: { x: 0.7, y: 0.19, z: 0.6, i: 0, j: 0, k: 0, w: 1 },
  shape: { kind: 'sphere', radius: 0.1 },
};

it('bypasses an obstacle in a routine and reports it to its author; manual moves go straight or not at all', async () => {
  const session = await faults.openReadySession('simulated');
  try {
    await session.send('moveToJointSpacePoint', { jointAngles: left, isHeld: false });
    expect(await askPlanner(faults, 'add_obstacle', crate)).toMatchObject({ kind: 'success' });
    expect(await session.send('moveToJointSpacePoint', { jointAngles: right, isHeld: false })).toMatchObject({
      result: expect.stringContaining("would touch 'crate'"),
    });

    const file = sketchFile('routine_round', [moveTo('left', left), moveTo('right', right)]);
    const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(file));
    await session.send('loadRoutine', { routineID });
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'completed' });
    expect((await faults.readJournal(runID)).filter(({ event }) => event === 'stepWarning')).toMatchObject([
      {
        stepID: 'step_right_waypoint',
        data: { message: expect.stringMatching(/^Detour: .* would touch 'crate'$/) },
      },
    ]);
    expect(await session.send('clearMotionPlanCache', {})).toEqual({});
  } finally {
    session.close();
  }
}, 180_000);

function moveTo(name: string, jointAngles: Joints): StepSketch {
  const waypoint = {
    id: `step_${name}_waypoint`,
    stepKind: 'Waypoint',
    args: { shouldMatchJointAngles: true, target: { jointAngles } },
  };
  return { id: `step_${name}`, stepKind: 'MoveArmToV2', args: { motionSpeed: 100 }, steps: [waypoint] };
}

const replySchema = z.looseObject({ kind: z.string() });

/** Sends one request to the planner socket of the cell and returns the last reply. */
async function askPlanner({ cell }: CellAccess, operation: string, request: object): Promise<unknown> {
  const socket = new WebSocket(`${cell.url.replace(/^http/, 'ws')}/api/v1/motion-planner/${operation}`);
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
      socket.on('open', () => socket.send(JSON.stringify({ kind: 'authenticate', token: cell.client.adminKey })));
      socket.on('message', (data) => {
        const reply = replySchema.parse(JSON.parse(String(data)));
        if (reply.kind === 'authenticated') socket.send(JSON.stringify({ id: 'one', ...request }));
        else if (reply.kind === 'success' || reply.kind === 'error') resolve(reply);
      });
    });
  } finally {
    socket.removeAllListeners('close');
    socket.close();
  }
}
