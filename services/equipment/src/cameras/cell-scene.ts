import type { ArmView } from '@cellwright/domain/robot';
import type { ObstacleShape, PlanningScene } from '@cellwright/domain/space';
import {
  addVec3,
  composePoses,
  crossVec3,
  distanceVec3,
  floorBelowBase,
  identityPose,
  makePose,
  normalizeVec3,
  type Pose,
  quaternionFromAxisAngle,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import {
  type Color,
  createBox,
  createCapsule,
  createChessboard,
  createCylinder,
  createRectangle,
  createSphere,
  type Light,
  type Mesh,
  type Scene,
  type SceneObject,
} from '@cellwright/render';

/** Ids in the id channel of a picture. Obstacles follow, in the order of the planning scene. */
export const sceneIDs = { floor: 1, arm: 2, tool: 3, firstObstacle: 10 } as const;

const floorSize = 8;
/** Brightness of white paper, and height of a print above its box, m. */
const paper = 225;
const boardAbove = 0.0005;
const colors = {
  floor: [142, 146, 150],
  arm: [225, 227, 230],
  tool: [70, 74, 80],
  background: [52, 56, 62],
} as const satisfies Record<string, Color>;
/** Obstacles take these in turn, so that neighbours differ. */
const obstacleColors: readonly Color[] = [
  [196, 78, 62],
  [66, 120, 186],
  [226, 174, 58],
  [92, 152, 88],
  [140, 96, 164],
];
const light: Light = { direction: normalizeVec3([0.35, 0.25, 0.9]), ambient: 0.45 };

/** Meshes of capsules and boxes that come again with every picture. */
export type MeshCache = Map<string, Mesh>;

/** Arranges what a camera in the cell sees: floor, arm, tool and obstacles, in the world frame. */
export function arrangeScene(
  arm: ArmView,
  planned: PlanningScene,
  obstacles: readonly SceneObject[],
  cache: MeshCache,
): Scene {
  const floor = { ...identityPose, z: -floorBelowBase };
  const objects: SceneObject[] = [
    {
      id: sceneIDs.floor,
      mesh: cached(cache, 'floor', () => createRectangle(floorSize, floorSize)),
      pose: floor,
      color: colors.floor,
    },
    ...arm.housings.map((housing) => drawHousing(housing, cache)),
    ...drawTool(arm, planned, cache),
    ...obstacles,
  ];
  return { objects, background: colors.background, light };
}

/** Makes the obstacles of a planning scene; needed again only when the scene changes. */
export function drawObstacles({ obstacles }: PlanningScene): SceneObject[] {
  return obstacles.map(({ shape, pose, color: own }, index) => {
    const { mesh, offset } = meshOf(shape);
    const color = own === undefined ? (obstacleColors[index % obstacleColors.length] ?? colors.tool) : readColor(own);
    return { id: sceneIDs.firstObstacle + index, mesh, pose: composePoses(pose, offset), color };
  });
}

/** Reads #rrggbb. */
function readColor(text: string): Color {
  const channel = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function drawHousing({ from, to, radius }: ArmView['housings'][number], cache: MeshCache): SceneObject {
  const length = Math.round(distanceVec3(from, to) * 1e6) / 1e6;
  const mesh = cached(cache, `capsule ${radius} ${length}`, () => createCapsule(radius, length));
  return { id: sceneIDs.arm, mesh, pose: poseAlong(from, to), color: colors.arm };
}

function drawTool({ flange }: ArmView, { endEffector }: PlanningScene, cache: MeshCache): SceneObject[] {
  return (endEffector?.collisionBoxes ?? []).map(({ pose, size }) => {
    const mesh = cached(cache, `box ${size.join(' ')}`, () => createBox(size));
    return { id: sceneIDs.tool, mesh, pose: composePoses(flange, pose), color: colors.tool };
  });
}

/** Pose at `from` whose z looks at `to`. */
function poseAlong(from: Vec3, to: Vec3): Pose {
  const direction = normalizeVec3(subtractVec3(to, from));
  const axis = crossVec3([0, 0, 1], direction);
  const sine = Math.hypot(...axis);
  // Straight up, straight down, or no direction at all.
  if (sine < 1e-9) return makePose(from, quaternionFromAxisAngle([1, 0, 0], direction[2] < 0 ? Math.PI : 0));
  return makePose(from, quaternionFromAxisAngle(scaleVec3(axis, 1 / sine), Math.atan2(sine, direction[2])));
}

interface Placed {
  readonly mesh: Mesh;
  /** Pose of the mesh in the frame of the shape. */
  readonly offset: Pose;
}

/** A box, with the board on its top if it has one. */
function drawBox({ size, chessboard }: Extract<ObstacleShape, { kind: 'box' }>): Mesh {
  const box = createBox(size);
  if (!chessboard) return box;
  const { columns, rows, squareSize } = chessboard;
  const board = createChessboard(columns + 1, rows + 1, squareSize, paper);
  // Just above the box, so that no other face is in front of it.
  const raised = board.corners.map((value, index) => (index % 3 === 2 ? size[2] / 2 + boardAbove : value));
  const plain = new Uint8Array(box.corners.length / 3).fill(paper);
  return {
    corners: Float32Array.from([...box.corners, ...raised]),
    colors: Uint8Array.from([...plain, ...(board.colors ?? [])]),
  };
}

/** A convex hull is drawn as the box around it. */
function meshOf(shape: ObstacleShape): Placed {
  switch (shape.kind) {
    case 'box':
      return { mesh: drawBox(shape), offset: identityPose };
    case 'sphere':
      return { mesh: createSphere(shape.radius), offset: identityPose };
    case 'cylinder':
      return { mesh: createCylinder(shape.radius, shape.length), offset: identityPose };
    case 'capsule':
      return { mesh: createCapsule(shape.radius, shape.length), offset: { ...identityPose, z: -shape.length / 2 } };
    case 'convex':
      return boxAround(shape.vertices);
    case 'mesh':
      return { mesh: readStlMesh(shape.stl, shape.scale ?? 1), offset: identityPose };
  }
}

function boxAround(vertices: readonly number[]): Placed {
  const along = (axis: number) => vertices.filter((_, index) => index % 3 === axis);
  const least: Vec3 = [Math.min(...along(0)), Math.min(...along(1)), Math.min(...along(2))];
  const most: Vec3 = [Math.max(...along(0)), Math.max(...along(1)), Math.max(...along(2))];
  const middle = scaleVec3(addVec3(least, most), 0.5);
  return { mesh: createBox(subtractVec3(most, least)), offset: makePose(middle, identityPose) };
}

const headerBytes = 84;
const triangleBytes = 50;

/** Binary STL in base64, checked by the schema of the planning scene. */
function readStlMesh(stl: string, scale: number): Mesh {
  const bytes = Buffer.from(stl, 'base64');
  const corners = new Float32Array(Math.floor((bytes.length - headerBytes) / triangleBytes) * 9);
  for (let index = 0; index < corners.length; index += 1) {
    const at = headerBytes + triangleBytes * Math.floor(index / 9) + 12 + 4 * (index % 9);
    corners[index] = bytes.readFloatLE(at) * scale;
  }
  return { corners };
}

function cached(cache: MeshCache, key: string, create: () => Mesh): Mesh {
  const known = cache.get(key);
  if (known) return known;
  const mesh = create();
  cache.set(key, mesh);
  return mesh;
}
