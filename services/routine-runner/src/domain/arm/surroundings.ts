import { type PlacedShape, placeObstacle, type Shape } from '@cellwright/collision';
import type { Obstacle, ObstacleShape, WirePose } from '@cellwright/domain';
import type { SessionLog } from '../cell.ts';

/** What stands round an arm at one moment, as solids. Another object for every change. */
export interface Surroundings {
  readonly obstacles: readonly Obstacle[];
  /** Of the arm, in the world, where the obstacles are. */
  readonly base?: WirePose;
  /** Undefined when its shape cannot be used. */
  place(obstacle: Obstacle): PlacedShape | undefined;
  /** False while a mesh is being prepared. */
  readonly isReady: boolean;
}

export const emptySurroundings: Surroundings = { obstacles: [], place: placeObstacle, isReady: true };

/** Makes a search tree of a mesh, elsewhere; undefined when it cannot be used. */
export type PrepareMesh = (obstacle: Obstacle) => Promise<Shape | undefined>;

type Mesh = Extract<ObstacleShape, { kind: 'mesh' }>;

/**
 * The obstacles of a planning scene for those who look at them many times a second. Meshes are prepared elsewhere: large
 * ones take longer than the event loop that drives the arm may stand still.
 */
export class SurroundingsKeeper {
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

/** What was prepared of the same mesh before: an object that only moved keeps its search tree. */
function findSame(before: ReadonlyMap<Mesh, { shape: Shape | undefined } | 'pending'>, mesh: Mesh) {
  for (const [other, state] of before) {
    if (state !== 'pending' && other.scale === mesh.scale && other.stl === mesh.stl) return state;
  }
  return undefined;
}
