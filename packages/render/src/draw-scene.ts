import {
  composePoses,
  invertPose,
  invertQuaternion,
  type Pose,
  rotateVec3,
  transformFromPose,
} from '@cellwright/geometry';
import type { Camera } from './camera.ts';
import { linearOf } from './color.ts';
import type { Light, Scene, SceneObject } from './scene.ts';
import { clearVisibility, drawTriangle, type Projected, type VisibilityBuffer } from './visibility.ts';

/** Nothing nearer than this is seen, m. */
const nearest = 0.005;

/** Place of the undistorted picture that is drawn: sample 0 is at `column`, `row` of the camera's pixels. */
export interface Target {
  readonly buffer: VisibilityBuffer;
  readonly column: number;
  readonly row: number;
  /** Samples a pixel along each axis. */
  readonly samples: number;
}

/** Light and object of each face, by the numbers in the visibility buffer; 0 is the background. */
export interface Faces {
  /** Linear light, three numbers each. */
  readonly light: Float32Array;
  readonly objects: Uint16Array;
}

const trianglesOf = ({ mesh }: SceneObject) => mesh.corners.length / 9;

/** Draws all objects as a pinhole at `cameraPose` (of the optical frame in the world) sees them. */
export function drawScene(target: Target, camera: Camera, scene: Scene, cameraPose: Pose): Faces {
  clearVisibility(target.buffer);
  const count = scene.objects.reduce((sum, object) => sum + trianglesOf(object), 1);
  const faces: Faces = { light: new Float32Array(count * 3), objects: new Uint16Array(count) };
  faces.light.set(scene.background.map(linearOf));
  const world = invertPose(cameraPose);
  const direction = rotateVec3(invertQuaternion(cameraPose), scene.light.direction);
  const project = createProjection(target, camera);
  let first = 1;
  for (const object of scene.objects) {
    const corners = toCamera(object, composePoses(world, object.pose));
    const triangles = trianglesOf(object);
    shade(faces, first, object, corners, { ...scene.light, direction });
    for (let index = 0; index < triangles; index += 1)
      drawClipped(target.buffer, project, corners, index, first + index);
    first += triangles;
  }
  return faces;
}

function toCamera({ mesh: { corners } }: SceneObject, pose: Pose): Float64Array {
  const m = transformFromPose(pose);
  const [a = 0, b = 0, c = 0, x = 0, d = 0, e = 0, f = 0, y = 0, g = 0, h = 0, i = 0, z = 0] = m;
  const moved = new Float64Array(corners.length);
  for (let index = 0; index < corners.length; index += 3) {
    const px = corners[index] ?? 0;
    const py = corners[index + 1] ?? 0;
    const pz = corners[index + 2] ?? 0;
    moved[index] = a * px + b * py + c * pz + x;
    moved[index + 1] = d * px + e * py + f * pz + y;
    moved[index + 2] = g * px + h * py + i * pz + z;
  }
  return moved;
}

/** Lambert: a face is as bright as it is turned to the lamp. The side that is seen is the one that is lit. */
function shade(
  faces: Faces,
  first: number,
  { id, mesh, color }: SceneObject,
  corners: Float64Array,
  light: Light,
): void {
  const own = color.map(linearOf);
  for (let index = 0; index * 9 < corners.length; index += 1) {
    const brightness = light.ambient + (1 - light.ambient) * facing(corners, index * 9, light.direction);
    faces.objects[first + index] = id;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = mesh.colors ? linearOf(mesh.colors[index * 3 + channel] ?? 0) : (own[channel] ?? 0);
      faces.light[(first + index) * 3 + channel] = value * brightness;
    }
  }
}

/** Cosine between the lamp and the side of a triangle that the camera sees, 0 on the other side. */
function facing(corners: Float64Array, at: number, [lx, ly, lz]: Light['direction']): number {
  const x = corners[at] ?? 0;
  const y = corners[at + 1] ?? 0;
  const z = corners[at + 2] ?? 0;
  const ux = (corners[at + 3] ?? 0) - x;
  const uy = (corners[at + 4] ?? 0) - y;
  const uz = (corners[at + 5] ?? 0) - z;
  const vx = (corners[at + 6] ?? 0) - x;
  const vy = (corners[at + 7] ?? 0) - y;
  const vz = (corners[at + 8] ?? 0) - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (length === 0) return 0;
  const towardsCamera = nx * x + ny * y + nz * z > 0 ? -1 : 1;
  return Math.max(0, (towardsCamera * (nx * lx + ny * ly + nz * lz)) / length);
}

type Project = (out: Projected, x: number, y: number, z: number) => void;

function createProjection({ column, row, samples }: Target, { fx, fy, cx, cy }: Camera): Project {
  return (out, x, y, z) => {
    out.x = ((fx * x) / z + cx - column + 0.5) * samples - 0.5;
    out.y = ((fy * y) / z + cy - row + 0.5) * samples - 0.5;
    out.inverseDepth = 1 / z;
  };
}

const createProjected = (): Projected => ({ x: 0, y: 0, inverseDepth: 0 });
const polygon = [createProjected(), createProjected(), createProjected(), createProjected()] as const;

/** Draws the part of a triangle in front of the nearest plane: none, one or two triangles. */
function drawClipped(
  buffer: VisibilityBuffer,
  project: Project,
  corners: Float64Array,
  index: number,
  face: number,
): void {
  let count = 0;
  for (let corner = 0; corner < 3; corner += 1) {
    const at = index * 9 + corner * 3;
    const next = index * 9 + ((corner + 1) % 3) * 3;
    const x = corners[at] ?? 0;
    const y = corners[at + 1] ?? 0;
    const z = corners[at + 2] ?? 0;
    if (z >= nearest) project(polygon[count++] ?? polygon[3], x, y, z);
    const nextZ = corners[next + 2] ?? 0;
    if (z >= nearest === nextZ >= nearest) continue;
    const share = (nearest - z) / (nextZ - z);
    const crossX = x + ((corners[next] ?? 0) - x) * share;
    const crossY = y + ((corners[next + 1] ?? 0) - y) * share;
    project(polygon[count++] ?? polygon[3], crossX, crossY, nearest);
  }
  const [a, b, c, d] = polygon;
  if (count >= 3) drawTriangle(buffer, a, b, c, face);
  if (count === 4) drawTriangle(buffer, a, c, d, face);
}
