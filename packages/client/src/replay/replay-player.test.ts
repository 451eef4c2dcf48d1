import type { Replay, ReplayRecord, RobotSessionState } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReplayPlayer } from './replay-player.ts';

const keyframe: RobotSessionState = { ...idleSession(), payload: { mass: 0 } };
const place = (at: number, first: number) => [at, first, 0, 0, 0, 0, 0];

/** 20 s in parts of five; the third begins with a full state. */
const replay: Replay = {
  ...{ runID: 'run_1', from: 0, to: 20 },
  parts: [0, 1, 2, 3].map((index) => ({ index, from: index * 5, to: index * 5 + 5, hasKeyframe: index % 2 === 0 })),
};

let asked: number[];
let isAway: boolean;
const player = () =>
  createReplayPlayer(replay, {
    async replayRecord(_runID, index): Promise<ReplayRecord> {
      asked.push(index);
      if (isAway) throw new Error('away');
      const mass = index + 1;
      return {
        keyframe: index % 2 === 0 ? { ...keyframe, payload: { mass: index } } : null,
        changes: [{ at: index * 5 + 1, patch: [{ op: 'replace', path: '/payload/mass', value: mass }] }],
        places: [place(index * 5, index), place(index * 5 + 5, index + 1)],
      };
    },
  });
const told = ({ at, state, joints }: NonNullable<ReturnType<ReturnType<typeof player>['peek']>>) => [
  at,
  state.payload.mass,
  joints?.[0],
];

beforeEach(() => {
  asked = [];
  isAway = false;
});

describe('replay player', () => {
  it('seeks to any instant, also backwards, and loads each part once', async () => {
    const { seek } = player();
    expect(told(await seek(7.5))).toEqual([7.5, 2, 1.5]);
    expect(told(await seek(0.5))).toEqual([0.5, 0, 0.1]);
    expect(told(await seek(19))).toEqual([19, 4, 3.8]);
    expect(told(await seek(7.5))).toEqual([7.5, 2, 1.5]);
    expect(told(await seek(7.5))).toEqual([7.5, 2, 1.5]);
    expect(told(await seek(5.5))).toEqual([5.5, 1, 1.1]);
    expect(asked.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it('stays within the recording', async () => {
    const { seek } = player();
    expect(told(await seek(-3))).toEqual([0, 0, 0]);
    expect(told(await seek(100))).toEqual([20, 4, 4]);
  });

  it('returns loaded parts immediately and preloads the next one', async () => {
    const { peek, seek } = player();
    expect(peek(1)).toBeUndefined();
    await seek(1);
    expect(asked).toEqual([0, 1]);
    const instant = peek(6);
    expect(instant && told(instant)).toEqual([6, 2, 1.2]);
  });

  it('rejects for a part that fails to load and loads it again the next time', async () => {
    const { seek } = player();
    isAway = true;
    await expect(seek(1)).rejects.toThrow('away');
    isAway = false;
    expect(told(await seek(1))).toEqual([1, 1, 0.2]);
  });

  it('reports where a part is missing', async () => {
    const { seek } = createReplayPlayer(
      { ...replay, parts: replay.parts.filter(({ index }) => index !== 2) },
      { replayRecord: () => Promise.reject(new Error('never asked')) },
    );
    await expect(seek(17)).rejects.toMatchObject({ code: 'not_found' });
  });
});
