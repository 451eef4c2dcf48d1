import type { RobotSessionState } from '@cellwright/domain/run';
import { idleSession, VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { RobotLine } from './robot-line.ts';

const notAsked = async () => Promise.reject(new Error('not in this test'));

function openLine() {
  const clock = new VirtualClock();
  let state: RobotSessionState | undefined;
  const snapshot = () => state && { kind: 'snapshot' as const, seq: 1, hash: 0, state };
  const line = new RobotLine({
    clock,
    feeds: { live: { snapshot }, simulated: { snapshot } },
    sessionClient: { send: notAsked, stop: notAsked, getStateSeq: notAsked, getPosition: notAsked },
  });
  const wait = () => {
    let isOver = false;
    void line.waitUntilKnown('simulated').then(() => {
      isOver = true;
    });
    return () => isOver;
  };
  return { clock, line, wait, tell: (told: RobotSessionState) => (state = told) };
}

describe('RobotLine.waitUntilKnown', () => {
  it('ends as soon as the session has begun', async () => {
    const { clock, line, wait, tell } = openLine();
    const isOver = wait();
    await clock.advance(1000);
    tell({ ...idleSession(), kind: 'Constructing' });
    await clock.advance(1000);
    expect(isOver()).toBe(false);
    tell(idleSession());
    await clock.advance(10);
    expect([isOver(), line.state('simulated').kind]).toEqual([true, 'Idle']);
  });

  it('ends after three seconds without a session: operations that need one are then rejected', async () => {
    const { clock, line, wait } = openLine();
    const isOver = wait();
    await clock.advance(2900);
    expect(isOver()).toBe(false);
    await clock.advance(200);
    expect(isOver()).toBe(true);
    expect(() => line.state('simulated')).toThrow('The robot session is starting');
  });
});
