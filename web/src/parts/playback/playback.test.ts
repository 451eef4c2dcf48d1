import type { Instant, ReplayPlayer } from '@cellwright/client';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { Playback } from './playback.ts';

const states = [idleSession(), idleSession()];
const instantAt = (at: number): Instant => {
  const state = states[at < 5 ? 0 : 1] ?? idleSession();
  return { at, state, joints: [at, 0, 0, 0, 0, 0] };
};

/** Starts the playback of a recording of ten seconds, whose second half must be loaded. */
function startPlayback({ isLost = false } = {}) {
  const answers: (() => void)[] = [];
  let isHeld = false;
  const player: ReplayPlayer = {
    replay: { runID: 'run_1', from: 0, to: 10, parts: [] },
    peek: (at) => (at < 5 || isHeld ? instantAt(at) : undefined),
    seek: (at) =>
      new Promise((resolve, reject) => {
        answers.push(() => {
          isHeld = !isLost;
          if (isLost) reject(new Error('This instant is not recorded'));
          else resolve(instantAt(at));
        });
      }),
  };
  const playback = new Playback(player);
  const answer = async () => {
    answers.shift()?.();
    await new Promise(setImmediate);
  };
  return { playback, answer };
}

const shown = ({ status: { at, instant, isPlaying } }: Playback<Instant>) => [at, instant?.at, isPlaying];

describe('Playback', () => {
  it('begins at the start, paused', () => {
    const { playback } = startPlayback();
    expect(shown(playback)).toEqual([0, 0, false]);
    playback.tick(1);
    expect(shown(playback)).toEqual([0, 0, false]);
  });

  it('plays at the chosen speed, waits for data that is not loaded, and pauses at the end', async () => {
    const { playback, answer } = startPlayback();
    playback.play();
    playback.tick(1);
    expect(shown(playback)).toEqual([1, 1, true]);
    playback.setSpeed(4);
    playback.tick(0.5);
    expect(shown(playback)).toEqual([3, 3, true]);
    playback.tick(1);
    expect(shown(playback)).toEqual([7, 3, true]);
    playback.tick(1);
    expect(shown(playback)).toEqual([7, 3, true]);
    await answer();
    expect(shown(playback)).toEqual([7, 7, true]);
    playback.tick(2);
    expect(shown(playback)).toEqual([10, 10, false]);
    playback.play();
    expect(shown(playback)).toEqual([0, 0, true]);
  });

  it('shows the last instant that was requested', async () => {
    const { playback, answer } = startPlayback();
    playback.goTo(6);
    playback.goTo(9);
    playback.goTo(99);
    expect(shown(playback)).toEqual([10, 0, false]);
    await answer();
    expect(shown(playback)).toEqual([10, 10, false]);
  });

  it('pauses with a reason where nothing is recorded, and continues elsewhere', async () => {
    const { playback, answer } = startPlayback({ isLost: true });
    playback.play();
    playback.goTo(7);
    await answer();
    expect(playback.status).toMatchObject({ isPlaying: false, error: 'This instant is not recorded' });
    playback.goTo(2);
    expect(playback.status).toMatchObject({ at: 2, error: undefined });
  });

  it('moves the arm in every frame, and updates the rest ten times a second or on events', () => {
    const { playback } = startPlayback();
    const { source } = playback;
    let frames = 0;
    let renders = 0;
    source.subscribe(() => void frames++);
    playback.play();
    playback.subscribe(() => void renders++);
    for (let frame = 0; frame < 60; frame++) playback.tick(1 / 60);
    expect(frames).toBe(60);
    expect(source.joints?.[0]).toBeCloseTo(1, 9);
    expect(renders).toBeGreaterThan(7);
    expect(renders).toBeLessThan(12);
  });
});
