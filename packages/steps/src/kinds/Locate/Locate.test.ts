import type { LocatedThing } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';
import { exampleList, examplePlane } from './contract-messages.ts';

const spaceItems = [examplePlane, exampleList];
const args = { planeID: 'space_table', positionListID: 'space_parts' };

function thing(x: number, score: number): LocatedThing {
  const pose = { ...identityPose, x };
  return { x: 10, y: 20, width: 5, height: 5, rotation: 0, score, contour: [], pose };
}

/** A move to a position of the list. */
const moveTo = (index: number) =>
  step('MoveArmTo', {
    motionKind: 'joint',
    targetKind: 'positionList',
    positionListID: 'space_parts',
    positionListIndex: index,
  });

describe('Locate', () => {
  it('fills the position list, and a move goes to what was found', async () => {
    const run = playback([step('Locate', args), moveTo(1)], { spaceItems });
    run.cell.located = [thing(0.3, 0.9), thing(0.5, 0.8)];
    await run.finish();
    expect(run.cell.moves.at(-1)?.[0]?.target).toEqual({ pose: { ...identityPose, x: 0.5 } });
  });

  it('shows count, poses and scores of what was found in its variables', async () => {
    const run = playback([step('Locate', args)], { spaceItems });
    run.cell.located = [thing(0.3, 0.9)];
    await run.finish();
    const { stepVariables } = run.cell;
    expect(stepVariables.get('Locate 1.foundCount')).toBe(1);
    expect(stepVariables.get('Locate 1.poses')).toBe(JSON.stringify([{ ...identityPose, x: 0.3 }]));
    expect(stepVariables.get('Locate 1.scores')).toBe('[0.9]');
  });

  it('completes without any object, and leaves an empty list', async () => {
    const run = playback([step('Locate', args), moveTo(0)], { spaceItems });
    run.cell.located = [];
    expect(await run.finish()).toMatchObject({ kind: 'failed', message: messages.chooseValidListIndex });
    expect(run.cell.stepVariables.get('Locate 1.foundCount')).toBe(0);
    expect(run.events).toContain('end Locate 1 completed');
  });

  it('asks for the method, the region and the offset that were chosen', async () => {
    const more = {
      blob: { minArea: 200 },
      regionOfInterest: { x: 320, y: 240, width: 300, height: 200, rotation: 10 },
      transform: { z: 0.005 },
    };
    const run = playback([step('Locate', { ...args, positionListID: undefined, positionListName: 'Parts', ...more })], {
      spaceItems,
    });
    await run.finish();
    expect(run.cell.locateRequests).toMatchObject([
      {
        detection: { kind: 'blob', minArea: 200, maxArea: 10_000, minThreshold: 50, maxThreshold: 220 },
        regionOfInterest: { kind: 'rectangle', x: 320, y: 240, width: 300, height: 200, rotation: 10 },
        transform: { z: 0.005 },
        resultsLimit: 10,
      },
    ]);
  });

  it('empties the list when the camera fails, so that no old position is used', async () => {
    const old = { ...exampleList, positions: [{ pose: identityPose }] };
    const run = playback([step('Locate', args)], { spaceItems: [examplePlane, old], faults: ['cameraLost'] });
    expect(await run.finish()).toMatchObject({ kind: 'failed', failure: 'CameraFailure' });
    expect(run.cell.ports.space.find('space_parts')?.positions).toEqual([]);
  });
});
