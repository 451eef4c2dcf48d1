import type { CapturedView } from '@cellwright/domain/equipment';
import type { JointAngles } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { type DriveDeps, ViewDrive } from './view-drive.ts';

const flangeAt = (x: number) => ({ x, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 });
const captured: CapturedView = {
  ...{ flange: flangeAt(0), corners: [], isTurnAmbiguous: true, thumbnail: '' },
  ...{ quality: { blur: 1, bright: 220, dark: 20 }, image: { sequence: 1, width: 640, height: 480 } },
};

function drive(count: number, more: Partial<DriveDeps> = {}) {
  const moves: JointAngles[] = [];
  const ended: true[] = [];
  const made = new ViewDrive(
    Array.from({ length: count }, (_, index) => flangeAt(index)),
    {
      findJoints: ({ x }) => [x, 0, 0, 0, 0, 0],
      findCollision: async () => undefined,
      startMove: (joints) => void moves.push(joints),
      endMove: () => void ended.push(true),
      capture: async () => captured,
      onChange: () => undefined,
      words: { outOfReach: 'Out of reach' },
      ...more,
    },
  );
  return { drive: made, moves, ended, statuses: () => made.views.map(({ status }) => status) };
}

/** Lets all promises of the drive settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ViewDrive', () => {
  it('takes a picture at every pose while the button is held', async () => {
    const { drive: driven, moves, statuses } = drive(2);
    driven.hold();
    await settle();
    expect(statuses()).toEqual(['moving', 'waiting']);
    driven.end('Success');
    await settle();
    driven.end('Success');
    await settle();
    expect(statuses()).toEqual(['taken', 'taken']);
    expect(moves).toHaveLength(2);
  });

  it('stops the arm on release, and goes on to the same pose with the next hold', async () => {
    const { drive: driven, moves, ended, statuses } = drive(1);
    driven.hold();
    await settle();
    driven.release();
    expect(ended).toHaveLength(1);
    expect(statuses()).toEqual(['waiting']);
    driven.hold();
    await settle();
    expect(moves).toHaveLength(2);
  });

  it('starts no move that was released while it was checked', async () => {
    const { drive: driven, moves, statuses } = drive(1);
    driven.hold();
    driven.release();
    await settle();
    expect(moves).toEqual([]);
    expect(statuses()).toEqual(['waiting']);
  });

  it('skips poses out of reach, in collision, and without the board, with the reason', async () => {
    const { drive: driven, moves } = drive(4, {
      findJoints: ({ x }) => (x === 0 ? undefined : [x, 0, 0, 0, 0, 0]),
      findCollision: async ([x]) => (x === 1 ? 'The tool would touch the table' : undefined),
      capture: () => Promise.reject(new Error('The picture shows no whole board')),
    });
    driven.hold();
    await settle();
    expect(moves).toEqual([[2, 0, 0, 0, 0, 0]]);
    driven.end('Success');
    await settle();
    expect(driven.views.map(({ reason }) => reason)).toEqual([
      'Out of reach',
      'The tool would touch the table',
      'The picture shows no whole board',
      undefined,
    ]);
  });

  it('needs a new hold after a move that failed', async () => {
    const { drive: driven, moves, statuses } = drive(2);
    driven.hold();
    await settle();
    driven.end('PlanningFailure');
    await settle();
    expect(statuses()).toEqual(['skipped', 'waiting']);
    expect(moves).toHaveLength(1);
  });
});
