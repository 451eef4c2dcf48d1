import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHoldGesture, type HoldGesture } from './hold-gesture.ts';

const box = { left: 100, top: 100, right: 200, bottom: 164 };
let clock: VirtualClock;
let happened: string[];
let gesture: HoldGesture;
beforeEach(() => {
  clock = new VirtualClock();
  happened = [];
  gesture = createHoldGesture(clock, {
    onStart: () => happened.push('start'),
    onEnd: ({ isTap }) => happened.push(isTap ? 'tap' : 'end'),
  });
});

describe('A hold gesture', () => {
  it('lasts from press to release', async () => {
    gesture.pressPointer(1, box);
    expect(gesture.isHeld).toBe(true);
    await clock.advance(5000);
    gesture.releasePointer(1);
    expect(happened).toEqual(['start', 'end']);
    expect(gesture.isHeld).toBe(false);
  });

  it('counts as a tap below 200 ms', async () => {
    gesture.pressPointer(1, box);
    await clock.advance(199);
    gesture.releasePointer(1);
    gesture.pressPointer(1, box);
    await clock.advance(200);
    gesture.releasePointer(1);
    expect(happened).toEqual(['start', 'tap', 'start', 'end']);
  });

  it('ends when the pointer leaves by more than 30 px, and not before', async () => {
    gesture.pressPointer(1, box);
    await clock.advance(500);
    gesture.movePointer(1, 230, 120);
    gesture.movePointer(1, 150, 194);
    gesture.movePointer(1, 70, 130);
    expect(gesture.isHeld).toBe(true);
    gesture.movePointer(1, 231, 120);
    expect(gesture.isHeld).toBe(false);
    gesture.movePointer(1, 150, 120);
    expect(happened).toEqual(['start', 'end']);
  });

  it('ends when the page is hidden, the screen rotates or the control is removed', async () => {
    gesture.pressPointer(1, box);
    await clock.advance(500);
    gesture.letGo();
    gesture.releasePointer(1);
    expect(happened).toEqual(['start', 'end']);
  });

  it('lasts until the key that started it is released', async () => {
    gesture.pressKey(' ');
    gesture.pressKey(' ');
    await clock.advance(500);
    gesture.releaseKey('Enter');
    expect(gesture.isHeld).toBe(true);
    gesture.releaseKey(' ');
    expect(happened).toEqual(['start', 'end']);
  });

  it('cannot be taken over by a second finger or key', async () => {
    gesture.pressPointer(1, box);
    gesture.pressPointer(2, box);
    gesture.pressKey(' ');
    await clock.advance(500);
    gesture.releasePointer(2);
    gesture.releaseKey(' ');
    gesture.movePointer(2, 900, 900);
    expect(gesture.isHeld).toBe(true);
    gesture.releasePointer(1);
    expect(happened).toEqual(['start', 'end']);
  });
});
