import {
  applyOperation,
  hashState,
  type PatchOperation,
  type RobotSessionState,
  runnerRequestSchema,
} from '@cellwright/domain';
import type { SocketLike } from '../socket.ts';

export const idleState: RobotSessionState = {
  robotKind: 'simulated',
  isTwin: false,
  kind: 'Idle',
  isPaused: false,
  isControllerConnected: true,
  brakes: 'engaged',
  stopEpoch: 3,
  lease: null,
  speedRestrictionPercentage: 1,
  testRunSpeed: null,
  failure: null,
  safety: { isEStopped: false, isSafeguardOpen: false },
  motionActivity: 'none',
  payload: { mass: 0 },
  io: { 'Output 1': 'low' },
  controlMode: 'routine_editor',
  tool: {
    equipmentID: null,
    name: 'none',
    tcp: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 },
    massKg: 0,
    centreOfGravity: [0, 0, 0],
    collisionBoxes: [],
  },
  routine: null,
  run: null,
  steps: {},
  variables: {},
};

/** The far end of one socket, as a test plays it. */
export class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onerror: SocketLike['onerror'] = null;
  onclose: SocketLike['onclose'] = null;
  readonly sent: unknown[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  say(packet: object): void {
    this.onmessage?.({ data: JSON.stringify(packet) });
  }
  /** Opens, and lets the client in. */
  admit(): void {
    this.onopen?.({});
    this.say({ kind: 'authenticated', sessionID: 's1', name: 'Ada', permissions: ['connectToRobot'] });
  }
  hangUp(code = 1006, reason = ''): void {
    this.onclose?.({ code, reason });
  }
  requests(kind: string) {
    return this.sent.flatMap((each) => {
      const request = runnerRequestSchema.safeParse(each);
      return request.success && request.data.kind === kind ? [request.data] : [];
    });
  }
}

/** A robot session that changes its state and makes patches of it, as the runner does. */
export function createFakeSession() {
  const held = { seq: 1, hash: hashState(idleState), state: structuredClone<unknown>(idleState) };
  return {
    snapshot: () => structuredClone({ kind: 'snapshot', ...held }),
    get state() {
      return held.state;
    },
    patch(patch: PatchOperation[]) {
      for (const operation of patch) applyOperation(held, structuredClone(operation));
      held.seq++;
      return { kind: 'patch', seq: held.seq, hash: held.hash, patch };
    },
  };
}
