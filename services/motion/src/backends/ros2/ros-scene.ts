import { placeObstacle } from '@cellwright/collision';
import { listAvoided, type Obstacle, type PlanningScene } from '@cellwright/domain/space';
import { composePoses, invertPose, type Pose } from '@cellwright/geometry';
import type { MoveTool } from '../../domain/move/request.ts';
import { toRosPose } from './ros-messages.ts';

/** Topic for changes of the planning scene, as in MoveIt. */
export const rosScene = { topic: '/planning_scene', type: 'moveit_msgs/msg/PlanningScene' } as const;

/** Link that carries tools, and frame of obstacles. */
const toolLink = 'tool0';
const worldFrame = 'world';

const operation = { add: 0, remove: 1 } as const;
/** Constants of shape_msgs/SolidPrimitive. */
const primitive = { box: 1, sphere: 2, cylinder: 3 } as const;
/** Object name of the tool; its parts are a capsule's cylinder and caps. */
const toolName = 'end_effector';

export interface RosWorld {
  /** Names of the published obstacles. */
  readonly names: readonly string[];
  readonly message: object;
}

/** Returns the scene as a change of the previous one: missing obstacles are removed, the tool is replaced. */
export function toRosScene(scene: PlanningScene | undefined, tool: MoveTool, before: readonly string[]): RosWorld {
  const obstacles = listAvoided(scene?.obstacles ?? []);
  const names = obstacles.map(({ name }) => name);
  const gone = before.filter((name) => !names.includes(name));
  const fromWorld = scene?.base && invertPose(scene.base);
  const objects = [
    ...gone.map((id) => ({ id, header: { frame_id: worldFrame }, operation: operation.remove })),
    ...obstacles.map((obstacle) => toObject(obstacle, fromWorld)),
  ];
  const attached = {
    link_name: toolLink,
    object: {
      id: toolName,
      header: { frame_id: toolLink },
      operation: tool.boxes.length > 0 ? operation.add : operation.remove,
      primitives: tool.boxes.map(({ size }) => ({ type: primitive.box, dimensions: [...size] })),
      primitive_poses: tool.boxes.map(({ pose }) => toRosPose(pose)),
    },
  };
  const message = {
    is_diff: true,
    world: { collision_objects: objects },
    robot_state: { is_diff: true, attached_collision_objects: [attached] },
  };
  return { names, message };
}

function toObject(obstacle: Obstacle, fromWorld: Pose | undefined): object {
  const { name, pose, shape } = obstacle;
  // The world frame of ROS is the root of the arm, which is our base frame.
  const place = toRosPose(fromWorld ? composePoses(fromWorld, pose) : pose);
  const object = { id: name, header: { frame_id: worldFrame }, operation: operation.add, pose: place };
  const here = toRosPose({ x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 });
  const solid = (parts: readonly object[], poses: readonly object[] = [here]) => {
    return { ...object, primitives: parts, primitive_poses: poses };
  };
  switch (shape.kind) {
    case 'box':
      return solid([{ type: primitive.box, dimensions: [...shape.size] }]);
    case 'sphere':
      return solid([{ type: primitive.sphere, dimensions: [shape.radius] }]);
    case 'cylinder':
      return solid([{ type: primitive.cylinder, dimensions: [shape.length, shape.radius] }]);
    case 'capsule': {
      const caps = [-1, 1].map((side) =>
        toRosPose({ x: 0, y: 0, z: (side * shape.length) / 2, i: 0, j: 0, k: 0, w: 1 }),
      );
      const cap = { type: primitive.sphere, dimensions: [shape.radius] };
      const body = { type: primitive.cylinder, dimensions: [shape.length, shape.radius] };
      return solid([body, cap, cap], [here, ...caps]);
    }
    case 'convex':
      return { ...object, meshes: [toHull(shape.vertices)], mesh_poses: [here] };
    case 'mesh':
      return { ...object, meshes: [toMesh(obstacle)], mesh_poses: [here] };
  }
}

function toMesh(obstacle: Obstacle): object {
  const solid = placeObstacle(obstacle)?.shape;
  return solid?.kind === 'mesh' ? meshOf(solid.vertices, solid.triangles) : meshOf([], []);
}

/** Returns triangles over all vertices, whose convex hull is the obstacle: the middleware computes the hull itself. */
function toHull(vertices: readonly number[]): object {
  const corners = vertices.length / 3;
  const triangles = Array.from({ length: Math.max(0, corners - 2) }, (_, index) => [0, index + 1, index + 2]).flat();
  return meshOf(vertices, triangles);
}

function meshOf(vertices: ArrayLike<number>, triangles: ArrayLike<number>): object {
  const take = (source: ArrayLike<number>, at: number) => [0, 1, 2].map((offset) => source[3 * at + offset] ?? 0);
  return {
    vertices: Array.from({ length: vertices.length / 3 }, (_, index) => {
      const [x = 0, y = 0, z = 0] = take(vertices, index);
      return { x, y, z };
    }),
    triangles: Array.from({ length: triangles.length / 3 }, (_, index) => ({ vertex_indices: take(triangles, index) })),
  };
}
