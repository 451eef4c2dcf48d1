import type { Known, Operation } from '@cellwright/testkit/openapi';
import type { Admin } from './furnish.fixture.ts';
import type { Caller } from './people.fixture.ts';

const pose = { x: 0.1, y: 0.4, z: 1.3, i: 0, j: 0, k: Math.SQRT1_2, w: Math.SQRT1_2 };
const placed = {
  position: { unit_kind: 'meters', x: 0.1, y: 0.4, z: 1.3 },
  orientation: { kind: 'quaternion', quaternion: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 } },
};
const joints = [0, 0, 1.5, 0, -1.5, 0.1];
const euler = { x: 100, y: 200, z: 300, rx: 10, ry: 20, rz: 30 };
const fingers = {
  control_kind: 'move',
  target_grip_width: { unit_kind: 'millimeters', value: 60 },
  grip_direction: 'internal',
  target_force: { unit_kind: 'newtons', value: 20 },
};
const moves = [
  { kind: 'joint_rotation', joint_rotation: { joints }, speed_profile: { max_tooltip_speed: 1, scaling_factor: 1 } },
  { kind: 'tooltip_positions', tooltip_positions: [placed], movement_kind: 'line' },
];
const board = '{ boardNotes(boardSerialNumber: "B1", limit: 5) { id content author { name } } }';
const write = 'mutation Note($c: String!) { createBoardNote(boardId: "B1", content: $c) { id created } }';

/**
 * Bodies for requests to the API of existing robot programs: those that such programs send, unchanged and slightly
 * wrong.
 */
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  '/movement/position/arm': moves,
  '/movement/position/arm/controlled': moves.map((move) => ({ ...move, heartbeat_interval: 100 })),
  '/movement/brakes': [{ state: 'engaged' }, { state: 'disengaged' }],
  '/movement/brakes/emergency-stop': [{ reason: 'to try it' }],
  '/movement/ros/state': [{ action: 'disabled' }, { action: 'enable' }],
  '/payload': [{ mass: 1.5 }],
  '/io': [{ state: { 'Output 1': 'high', 'Relay 1': 'low' } }],
  '/equipment/end-effector/control': [{ kind: 'onrobot_2fg7', onrobot_2fg7: fingers }],
  '/poses/cartesian-pose': [{ pose: euler }],
  '/poses/cartesian-offset': [{ pose: euler }],
  '/poses/joint-pose': [{ pose: { j0: 0, j1: 0, j2: 1, j3: 0, j4: 0, j5: 0 } }],
  '/poses/add': [{ pose1: pose, pose2: pose }],
  '/poses/subtract': [{ pose1: pose, pose2: pose }],
  '/poses/pose-distance': [{ pose1: pose, pose2: pose }],
  '/routine-editor/routines/{routineID}/play': [{ variables: { cycles: '2' } }, {}],
  '/routine-editor/variables/{variableName}': [{ value: '3' }],
  '/faults/user-fault': [{ message: 'A part is missing', isRecoverable: true }],
  '/status/control-mode': [{ kind: 'api' }, { kind: 'routine_editor' }],
  '/internal-only/text-to-skill': [{ text: 'pick it up', skills: ['pick'] }],
  '/api-srv/graphql': [{ query: board }, { query: write, variables: { c: 'warm' } }],
};

export async function knowForRobot({ path }: Operation, adminClient: Admin): Promise<Known<Caller>> {
  const routines = await adminClient.list('/api/v1/cell/routines');
  return {
    ids: { routineID: routines.map(({ id }) => id), variableName: ['cycles'], commandID: ['message_none'] },
    bodies: bodies[path.replace('/api/v1', '')] ?? [],
    callers: ['admin', 'token', 'watcher', 'nobody', 'stranger'],
  };
}
