import { type PlacedShape, placeObstacle, type Shape } from '@cellwright/collision';
import type { WirePose } from '@cellwright/domain/robot';
import type { Obstacle, ObstacleShape } from '@cellwright/domain/space';
import type { SessionLog } from '../cell.ts';

/** The solids around an arm at one time. Every change creates another object. */
export interface Surroundings {
  readonly obstacles: readonly Obstacle[];
  /** Base of the arm in the world, which is the frame of the obstacles. */
  readonly base?: WirePose;
  /** Undefined when its shape is unusable. */
  place(obstacle: Obstacle): PlacedShape | undefined;
  /** False while a mesh is being prepared. */
  readonly isReady: boolean;
}

export const emptySurroundings: Surroundings = { obstacles: [], place: placeObstacle, isReady: true };

/** Creates the search tree of a mesh in another thread; undefined when the mesh is unusable. */
export type PrepareMesh = (obstacle: Obstacle) => Promise<Shape | undefined>;

type Mesh = Extract<ObstacleShape, { kind: 'mesh' }>;

/**
 * The obstacles of a planning scene for frequent queries. Meshes are prepared in another thread: large ones would block
 * the event loop that drives the arm for too long.
 */
export class SurroundingsCache {
  private readonly prepare: PrepareMesh;
  private readonly log: SessionLog;
  private obstacles: readonly Obstacle[] = [];
  private base: WirePose | undefined;
  private prepared = new Map<Mesh, { shape: Shape | undefined } | 'pending'>();
  private now: Surroundings = emptySurroundings;

  constructor(prepare: PrepareMesh, log: SessionLog) {
    this.prepare = prepare;
    this.log = log;
  }

  get current(): Surroundings {
    return this.now;
  }

  follow(obstacles: readonly Obstacle[], base?: WirePose): void {
    if (obstacles === this.obstacles && base === this.base) return;
    this.obstacles = obstacles;
    this.base = base;
    const before = this.prepared;
    this.prepared = new Map();
    for (const obstacle of obstacles) {
      const { shape } = obstacle;
      if (shape.kind !== 'mesh' || this.prepared.has(shape)) continue;
      const known = findSame(before, shape);
      this.prepared.set(shape, known ?? 'pending');
      if (!known) void this.prepareMesh(obstacle, shape);
    }
    this.renew();
  }

  private async prepareMesh(obstacle: Obstacle, mesh: Mesh): Promise<void> {
    let shape: Shape | undefined;
    try {
      shape = await this.prepare(obstacle);
    } catch (error) {
      this.log.warn('a mesh of the planning scene could not be prepared', { obstacle: obstacle.name, error });
    }
    if (this.prepared.get(mesh) !== 'pending') return;
    this.prepared.set(mesh, { shape });
    this.renew();
  }

  private renew(): void {
    const { obstacles, base, prepared } = this;
    const shapes = new Map(prepared);
    this.now = {
      obstacles,
      base,
      isReady: [...shapes.values()].every((state) => state !== 'pending'),
      place(obstacle) {
        if (obstacle.shape.kind !== 'mesh') return placeObstacle(obstacle);
        const state = shapes.get(obstacle.shape);
        if (state === undefined || state === 'pending' || state.shape === undefined) return undefined;
        return { shape: state.shape, pose: obstacle.pose };
      },
    };
  }
}

/** Returns the prepared shape of the same mesh: an object that only moved keeps its search tree. */
function findSame(before: ReadonlyMap<Mesh, { shape: Shape | undefined } | 'pending'>, mesh: Mesh) {
  for (const [other, state] of before) {
    if (state !== 'pending' && other.scale === mesh.scale && other.stl === mesh.stl) return state;
  }
  return undefined;
}
