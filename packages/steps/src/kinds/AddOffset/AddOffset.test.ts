import type { SpaceItem } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { sayInEnglish } from '../../framework/index.ts';
import { type PlayOptions, playback, type StepSketch, step } from '../../testing/play.fixture.ts';
import { addOffsetContract } from './contract.ts';

const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };

function moveTo(args: Readonly<Record<string, unknown>> = { target: { pose } }): StepSketch {
  return step('MoveArmTo', { motionKind: 'line', ...args });
}

async function targetsOf(steps: readonly StepSketch[], options: PlayOptions = {}) {
  const run = playback(steps, options);
  expect(await run.finish()).toEqual({ kind: 'completed' });
  return run.cell.moves.flat().map(({ target, isOffset }) => ({ ...target, isOffset }));
}

function at(x: number, y: number, z: number) {
  return { pose: { ...pose, x: expect.closeTo(x, 9), y: expect.closeTo(y, 9), z: expect.closeTo(z, 9) } };
}

describe('AddOffset', () => {
  it('shifts the targets of all moves inside it and of none after it', async () => {
    const inside = [moveTo(), step('MoveArmToV2', {}, [step('Waypoint', { target: { pose } })])];
    expect(await targetsOf([step('AddOffset', { translationZ: 0.1 }, inside), moveTo()])).toEqual([
      { ...at(0.4, 0, 0.3), isOffset: true },
      { ...at(0.4, 0, 0.3), isOffset: true },
      { ...at(0.4, 0, 0.2), isOffset: false },
    ]);
  });

  it('adds up inside another one, also with a loop in between', async () => {
    const inner = step('AddOffset', { translationX: 10, distanceUnit: 'millimeter' }, [moveTo()]);
    const outer = step('AddOffset', { translationX: 0.1 }, [step('Loop', { times: 1 }, [inner])]);
    expect(await targetsOf([outer])).toEqual([{ ...at(0.51, 0, 0.2), isOffset: true }]);
  });

  it('follows the axes of a plane', async () => {
    const corner = (x: number, y: number) => ({ pose: { x, y, z: 0, i: 0, j: 0, k: 0, w: 1 } });
    const table: SpaceItem = {
      id: 'table',
      name: 'Table',
      kind: 'plane',
      global: false,
      positions: [corner(0, 0), corner(0, 1), corner(-1, 0)],
    };
    const args = { frame: 'table', translationX: 0.1 };
    expect(await targetsOf([step('AddOffset', args, [moveTo()])], { spaceItems: [table] })).toEqual([
      { ...at(0.4, 0.1, 0.2), isOffset: true },
    ]);
  });

  it('evaluates its expressions each time it begins', async () => {
    const counted = { kind: 'stateVariable', stepID: 'loop', variable: 'completedCount' };
    const offset = step('AddOffset', { distanceUnit: 'millimeter', translationY: counted }, [moveTo()]);
    expect(await targetsOf([step('Loop', { times: 3 }, [offset], { id: 'loop' })])).toEqual([
      { ...at(0.4, 0, 0.2), isOffset: true },
      { ...at(0.4, 0.001, 0.2), isOffset: true },
      { ...at(0.4, 0.002, 0.2), isOffset: true },
    ]);
  });

  it('shifts joint angles as the pose that they reach', async () => {
    const target = { jointAngles: [0.1, 0.2, 0.3, 0, 0, 0] };
    expect(await targetsOf([step('AddOffset', { translationX: 1 }, [moveTo({ target })])])).toEqual([
      { ...at(1.1, 0.2, 0.3), isOffset: true },
    ]);
  });

  it('does not shift a target twice that is relative to the current position', async () => {
    const up = { targetKind: 'relative', relativeConfig: { offsetZ: 0.1 } };
    const move = step('MoveArmToV2', {}, [step('Waypoint', { target: { pose } }), step('Waypoint', up)]);
    expect(await targetsOf([step('AddOffset', { translationX: 1 }, [move])])).toEqual([
      { ...at(1.4, 0, 0.2), isOffset: true },
      { ...at(1.4, 0, 0.3), isOffset: true },
    ]);
  });

  it('passes on the outcome that ends the steps inside', async () => {
    const run = playback([step('AddOffset', { translationX: 1 }, [moveTo()])], { faults: ['motionFails'] });
    expect(await run.finish()).toMatchObject({ kind: 'failed', failure: 'PlanningFailure' });
  });
});

describe('The sentence of AddOffset', () => {
  const names = { say: sayInEnglish, spaceItem: (id: string) => `‘${id}’`, variable: String, step: String };

  it.each([
    ['base', 'Shift by (0, 0, 0.1) meter'],
    ['world', 'Shift by (0, 0, 0.1) meter along the world'],
    ['table', 'Shift by (0, 0, 0.1) meter along ‘table’'],
  ])('names the frame %s', (frame, sentence) => {
    const args = addOffsetContract.args.parse({ translationZ: 0.1, frame });
    expect(addOffsetContract.summarize(args, names)).toBe(sentence);
  });
});
