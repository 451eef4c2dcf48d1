import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import type { ReceivedFrame } from '../../api/camera-frames.ts';
import { createFrameRate, followFrames } from './follow-frames.ts';

const frame = (sequence: number): ReceivedFrame => ({
  ...{ sequence, capturedAt: 0, validForMS: 300, picture: new Blob() },
});

describe('followFrames', () => {
  it('waits for the frame after the one it has, and starts again after a refusal', async () => {
    const clock = new VirtualClock();
    const leaving = new AbortController();
    const asked: (number | undefined)[] = [];
    const shown: (number | string)[] = [];
    const answers = [frame(7), frame(9), new Error('Switched off'), frame(1)];
    const following = followFrames({
      clock,
      signal: leaving.signal,
      load: async (after) => {
        asked.push(after);
        const answer = answers.shift();
        if (!answer) return new Promise(() => undefined);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      onFrame: ({ sequence }) => shown.push(sequence),
      onProblem: (message) => shown.push(message),
    });
    await clock.advance(999);
    expect([shown, asked]).toEqual([
      [7, 9, 'Switched off'],
      [undefined, 7, 9],
    ]);
    await clock.advance(1);
    expect([shown.at(-1), asked.slice(3)]).toEqual([1, [undefined, 1]]);
    leaving.abort();
    void following;
  });
});

describe('createFrameRate', () => {
  it('counts the frames of the last three seconds', () => {
    const add = createFrameRate();
    expect(add(0)).toBeUndefined();
    expect(add(100)).toBe(10);
    for (let at = 200; at <= 5000; at += 200) add(at);
    expect(add(5200)).toBeCloseTo(5, 9);
  });
});
