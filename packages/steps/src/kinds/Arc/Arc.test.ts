import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

const at = (x: number) => ({ target: { pose: { x, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 } } });
const arc = step('Arc', { viaTarget: at(0.1), endTarget: at(0.2) });
const poseAt = (x: number) => expect.objectContaining({ x: expect.closeTo(x, 9) });

describe('Arc', () => {
  it('moves through one point to another with the speed, blend, limits and tool of the move around it', async () => {
    const move = {
      motionKind: 'line',
      ...at(0),
      motionSpeed: 30,
      blend: { blendRadius: 0.01 },
      speedProfile: { maxTooltipSpeed: 0.2 },
      tcpOption: 'wrist',
    };
    const run = playback([step('MoveArmTo', move, [arc])]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.moves.flat().at(1)).toMatchObject({
      target: { pose: poseAt(0.2) },
      via: poseAt(0.1),
      motionKind: 'arc',
      motionSpeed: 30,
      blendRadius: 0.01,
      limits: { maxTooltipSpeed: 0.2 },
      tcpOption: 'wrist',
    });
  });

  it('can be placed between the waypoints of a move', async () => {
    const run = playback([step('MoveArmToV2', {}, [step('Waypoint', at(0)), arc, step('Waypoint', at(0))])]);
    await run.finish();
    expect(run.cell.moves.map((waypoints) => waypoints.map(({ motionKind }) => motionKind))).toEqual([
      ['joint', 'arc', 'joint'],
    ]);
  });

  it('shifts as a whole by an offset around it', async () => {
    const move = step('MoveArmTo', { motionKind: 'line', ...at(0) }, [arc]);
    const run = playback([step('AddOffset', { translationX: 1 }, [move])]);
    await run.finish();
    expect(run.cell.moves.flat().at(1)).toMatchObject({
      target: { pose: poseAt(1.2) },
      via: poseAt(1.1),
      isOffset: true,
    });
  });

  it('cannot play on its own: only a move plays arcs', async () => {
    const run = playback([arc]);
    expect(await run.finish()).toMatchObject({
      failure: 'StepPlayFailure',
      message: 'Arc steps may only be used inside a Move Arm or Weld step',
    });
  });
});
