import { placeObstacle, prepareMesh } from '@cellwright/collision';
import type { Obstacle } from '@cellwright/domain/space';
import { writeBinaryStl } from '@cellwright/geometry/mesh';
import { boxMesh } from '@cellwright/geometry/mesh/testing';
import { silentLogger } from '@cellwright/service-kit';
import { flushPromises } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { SurroundingsCache } from './surroundings.ts';

const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };
const crate = (size: number): Obstacle => ({
  name: 'crate',
  shape: { kind: 'mesh', stl: Buffer.from(writeBinaryStl(boxMesh(size, size, size))).toString('base64'), scale: 0.1 },
  pose,
});

function setUp() {
  const prepared: string[] = [];
  const script = { isBroken: false };
  const keeper = new SurroundingsCache(async (obstacle) => {
    prepared.push(obstacle.name);
    if (script.isBroken) throw new Error('the thread ended');
    const placed = placeObstacle(obstacle);
    return placed?.shape.kind === 'mesh' ? { ...placed.shape, prepared: prepareMesh(placed.shape) } : undefined;
  }, silentLogger);
  return { keeper, prepared, script };
}

describe('the surroundings of an arm', () => {
  it('need no wait without a mesh', () => {
    const { keeper, prepared } = setUp();
    const ball: Obstacle = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, pose };
    keeper.follow([ball]);
    expect(keeper.current.isReady).toBe(true);
    expect(keeper.current.place(ball)).toEqual({ shape: ball.shape, pose });
    expect(prepared).toEqual([]);
  });

  it('wait for a mesh, and have it in metres', async () => {
    const { keeper } = setUp();
    const mesh = crate(2);
    keeper.follow([mesh]);
    const { current } = keeper;
    expect([current.isReady, current.place(mesh)]).toEqual([false, undefined]);
    await flushPromises();
    expect(keeper.current).not.toBe(current);
    expect(keeper.current.isReady).toBe(true);
    const shape = keeper.current.place(mesh)?.shape;
    expect(shape?.kind === 'mesh' && Math.max(...Array.from(shape.vertices))).toBeCloseTo(0.2);
  });

  it('keep the search tree of a mesh that only moved', async () => {
    const { keeper, prepared } = setUp();
    keeper.follow([crate(1)]);
    await flushPromises();
    const moved = { ...crate(1), pose: { ...pose, x: 1 } };
    keeper.follow([moved]);
    expect([keeper.current.isReady, keeper.current.place(moved)?.pose.x, prepared]).toEqual([true, 1, ['crate']]);
    keeper.follow([crate(3)]);
    expect(keeper.current.isReady).toBe(false);
  });

  it('leave out a mesh that cannot be prepared', async () => {
    const { keeper, script } = setUp();
    script.isBroken = true;
    const mesh = crate(1);
    keeper.follow([mesh]);
    await flushPromises();
    expect([keeper.current.isReady, keeper.current.place(mesh)]).toEqual([true, undefined]);
  });
});
