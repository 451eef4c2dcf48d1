import { applyOperation, hashState, type PatchOperation } from '@cellwright/domain/run';
import { runnerRequestSchema } from '@cellwright/domain/runner-socket';
import { idleSession } from '@cellwright/testkit';
import type { SocketLike } from '../socket.ts';

export const idleState = idleSession();

/** Remote end of one socket, controlled by a test. */
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
  /** Opens and admits the client. */
  admit(more: { readonly at?: string } = {}): void {
    this.onopen?.({});
    this.say({ kind: 'authenticated', sessionID: 's1', name: 'Ada', permissions: ['connectToRobot'], ...more });
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

/** Creates a robot session that changes its state and creates patches, as the runner does. */
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
