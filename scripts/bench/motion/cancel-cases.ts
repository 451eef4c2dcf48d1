/** Plans with long uninterruptible parts, to be cancelled: the request, and its preparation. */

const seed = [0, -0.3, 1.6, 0.4, 1.2, 0];
const wide = [1.5, -0.8, 1.2, 0.1, 1.4, 1];
const place = { x: 0.6, y: 0.6, z: 1, i: 0, j: 0, k: 0, w: 1 };

export interface Question {
  readonly operation: string;
  readonly request: { readonly [field: string]: unknown };
}

export interface CancelCase {
  readonly name: string;
  /** Request answered before the plan. */
  readonly before: (turn: number) => readonly Question[];
  readonly plan: (turn: number) => Question;
}

/** The same plan requested twice would be in the cache. */
const turned = (turn: number, joints: readonly number[]) => joints.map((angle) => angle + (turn % 500) / 5000);

/** Returns a sphere of triangles as a binary STL in base64. */
function makeSphere(rows: number, radius: number): string {
  const count = 2 * rows * rows;
  const bytes = Buffer.alloc(84 + 50 * count);
  bytes.writeUInt32LE(count, 80);
  const corner = (row: number, column: number) => {
    const [polar, azimuth] = [(Math.PI * row) / rows, (2 * Math.PI * column) / rows];
    return [Math.sin(polar) * Math.cos(azimuth), Math.sin(polar) * Math.sin(azimuth), Math.cos(polar)];
  };
  let at = 84;
  const write = (corners: readonly number[][]) => {
    for (const [index, value] of corners.flat().entries()) bytes.writeFloatLE(radius * value, at + 12 + 4 * index);
    at += 50;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < rows; column++) {
      write([corner(row, column), corner(row + 1, column), corner(row, column + 1)]);
      write([corner(row + 1, column), corner(row + 1, column + 1), corner(row, column + 1)]);
    }
  }
  return bytes.toString('base64');
}

const meshes = [makeSphere(150, 0.2), makeSphere(150, 0.21)];
const chain = (turn: number, count: number, options: object) =>
  Array.from({ length: count }, (_, index) => ({ jointAngles: turned(turn, index % 2 ? seed : wide), ...options }));
const planPath = (turn: number, targets: readonly object[]): Question => ({
  operation: 'plan_path',
  request: { startJointAngles: seed, targets, seed: turn + 1 },
});

export const cancelCases: readonly CancelCase[] = [
  {
    name: 'aWayRound',
    before: () => [],
    plan: (turn) =>
      planPath(
        turn,
        [0.9, -0.6, 0.8, -0.5].map((angle) => ({
          jointAngles: [angle + (turn % 500) / 5000, ...seed.slice(1)],
          blendRadius: 0.05,
        })),
      ),
  },
  {
    name: 'aChainOf300Blended',
    before: () => [],
    plan: (turn) => planPath(turn, chain(turn, 300, { blendRadius: 0.1 })),
  },
  {
    name: 'aChainOf1000Stops',
    before: () => [],
    plan: (turn) => planPath(turn, chain(turn, 1000, {})),
  },
  {
    name: 'anotherMeshOf45000Triangles',
    before: (turn) => [
      { operation: 'remove_obstacle', request: { obstacleName: 'casting' } },
      {
        operation: 'add_obstacle',
        request: { obstacleName: 'casting', obstacleOrigin: place, shape: { kind: 'mesh', stl: meshes[turn % 2] } },
      },
    ],
    plan: (turn) => planPath(turn, chain(turn, 2, {})),
  },
];

/** Returns a plan that takes almost no time and is in no cache. */
export const smallPlan = (turn: number): Question => ({
  operation: 'plan_relative_joint_motion',
  request: { startJointAngles: seed, offsets: [0.01 + (turn % 1000) / 1e5, 0, 0, 0, 0, 0], seed: turn + 1 },
});
