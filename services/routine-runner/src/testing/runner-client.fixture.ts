/** For tests: the runner's gRPC services with their JSON read by the schemas of the domain. */
import { listJournal } from '@cellwright/calls';
import { type JournalEntry, type Run, runSchema } from '@cellwright/domain/run';
import {
  type RunnerResponse,
  runnerResponseSchema,
  type StateSnapshot,
  stateSnapshotSchema,
} from '@cellwright/domain/runner-socket';
import { RobotKind } from '@cellwright/proto/common';
import { EntityServiceService } from '@cellwright/proto/entity';
import { RunnerServiceService } from '@cellwright/proto/runner';
import { connectCalls } from '@cellwright/service-kit/calls';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { proofFor } from '@cellwright/service-kit/testing/peers';

const read = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString('utf8'));

/** A client with a connection, and a token of its own. */
export function runnerCaller({
  sessionId,
  name,
  permissions = ['connectToRobot'],
}: {
  readonly sessionId: string;
  readonly name: string;
  readonly permissions?: readonly string[];
}) {
  const proof = proofFor({ id: `token_${sessionId}`, name, permissions });
  return { sessionId, door: '', isPage: false, proof };
}

export type RunnerClient = ReturnType<typeof connectRunner>;

export function connectRunner(address: string, robotKind = RobotKind.ROBOT_KIND_SIMULATED) {
  const client = createGrpcClient(RunnerServiceService, address, { defaultDeadlineMs: 20_000 });
  const calls = provenCalls(connectCalls('routine-runner', { address }));
  const stored = createGrpcClient(EntityServiceService, address, { defaultDeadlineMs: 20_000 });
  let sent = 0;
  const ada = runnerCaller({ sessionId: 'ada', name: 'Ada' });
  return {
    client,
    calls,
    stored,
    async send(kind: string, payload: unknown = {}, caller = ada, id = `m${++sent}`): Promise<RunnerResponse> {
      const requestJson = Buffer.from(JSON.stringify({ id, kind, payload }));
      const { responseJson } = await client.send({ robotKind, caller, requestJson });
      return runnerResponseSchema.parse(read(responseJson));
    },
    /** Sends, and expects it to be accepted. */
    async command(kind: string, payload: unknown = {}): Promise<unknown> {
      const response = await this.send(kind, payload);
      if (!response.ok) throw new Error(`${kind}: ${response.error.code} ${response.error.message}`);
      return response.result;
    },
    stop: (isEmergency = false) => client.stop({ robotKind, caller: ada, isEmergency, reason: 'test' }),
    endSession: (sessionId = 'ada') => client.endSession({ robotKind, sessionId }),
    async snapshot(): Promise<StateSnapshot> {
      return stateSnapshotSchema.parse(read((await client.getSnapshot({ robotKind })).snapshotJson));
    },
    async listRuns(): Promise<Run[]> {
      const where = { robotKind: [robotKind === RobotKind.ROBOT_KIND_LIVE ? 'live' : 'simulated'] };
      const query = { where, search: '', sort: ['-startedAt'], limit: 100, offset: 0 };
      const queryJson = Buffer.from(JSON.stringify(query));
      const { items } = await stored.findEntities({ entity: 'runs', caller: undefined, queryJson });
      return items.map(({ json }) => runSchema.parse(read(json)));
    },
    async journal(runId: string): Promise<JournalEntry[]> {
      const entries: JournalEntry[] = [];
      for (;;) {
        const { items } = await calls.ask(listJournal, { id: runId, after: entries.length });
        entries.push(...items);
        if (items.length === 0) return entries;
      }
    },
    close: () => {
      client.channel.close();
      calls.channel.close();
      stored.channel.close();
    },
  };
}
