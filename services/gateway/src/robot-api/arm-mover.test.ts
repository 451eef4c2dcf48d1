import { systemClock } from '@cellwright/service-kit';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { ArmMover } from './arm-mover.ts';
import { moveRequestSchema } from './arm-targets.ts';
import { RobotLine } from './robot-line.ts';

const identity = { subjectID: 's1', name: 'Program', permissions: ['connectToRobot' as const] };
const pose = { x: 0, y: 0, z: 1, i: 0, j: 0, k: 0, w: 1 };

function startMover(onMove: () => void) {
  let moves = 0;
  const snapshot = () => ({ kind: 'snapshot' as const, seq: 1, hash: 0, state: idleSession() });
  const line = new RobotLine({
    clock: systemClock,
    feeds: { live: { snapshot }, simulated: { snapshot } },
    sessionClient: {
      async send(_robotKind, _sessionID, _identity, { id }) {
        moves += 1;
        onMove();
        return JSON.stringify({ kind: 'response', id, ok: true, result: { result: 'Success', commandID: 'c1' } });
      },
      stop: async () => 1,
      getStateSeq: async () => 1,
      getPosition: async () => ({ jointAngles: [0, 0, 0, 0, 0, 0], pose, wristPose: pose }),
    },
  });
  const mover = new ArmMover({ line, calibrations: async () => [], takesControl: true });
  return { mover, countMoves: () => moves };
}

describe('ArmMover', () => {
  const place = {
    position: { unit_kind: 'meters', x: 0, y: 0, z: 1 },
    orientation: { kind: 'quaternion', quaternion: { x: 0, y: 0, z: 0, w: 1 } },
  };
  const request = moveRequestSchema.parse({ kind: 'tooltip_positions', tooltip_positions: [place, place, place] });

  it('skips the remaining places when the connection of the program closes', async () => {
    const gone = new AbortController();
    const { mover, countMoves } = startMover(() => gone.abort());
    const event = await mover.move({ robotKind: 'simulated', identity }, request, { isHeld: false, gone: gone.signal });
    expect(event).toMatchObject({ kind: 'canceled' });
    expect(countMoves()).toBe(1);
  });

  it('reaches every place while the program is connected', async () => {
    const { mover, countMoves } = startMover(() => undefined);
    const { signal: gone } = new AbortController();
    const event = await mover.move({ robotKind: 'simulated', identity }, request, { isHeld: false, gone });
    expect(event).toEqual({ kind: 'success' });
    expect(countMoves()).toBe(3);
  });
});
