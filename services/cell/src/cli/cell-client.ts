import { randomUUID } from 'node:crypto';
import {
  createStateReplica,
  isErrorCode,
  journalEntrySchema,
  ProductError,
  problemSchema,
  type RobotKind,
  type RobotSessionState,
  type RunnerMessageKind,
  type RunnerPayload,
  type RunnerResult,
  runnerResponseSchema,
  statePatchSchema,
  stateSnapshotSchema,
} from '@cellwright/domain';
import WebSocket from 'ws';
import { z } from 'zod';

const importedSchema = z.object({
  routineID: z.string(),
  version: z.number(),
  created: z.boolean(),
  remappedIds: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  problems: z.array(problemSchema),
});
const journalSchema = z.object({ items: z.array(journalEntrySchema), newest: z.number() });
const tokenSchema = z.object({ secret: z.string() });
const tokenListSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      /** Empty when it has not happened, or never will. */
      expiresAt: z.string(),
      revokedAt: z.string(),
      lastUsedAt: z.string(),
    }),
  ),
});
const errorSchema = z.object({ error: z.string(), message: z.string(), details: z.unknown().optional() });

/** The cell's HTTP API as the command line uses it. All failures are ProductErrors. */
export function createCellClient({ url, adminKey }: { url: string; adminKey: string }) {
  const call = async <T>(method: string, path: string, schema: z.ZodType<T>, body?: string): Promise<T> => {
    let response: Response;
    try {
      response = await fetch(`${url}/api/v1/cell${path}`, {
        method,
        headers: {
          authorization: `Bearer ${adminKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
        body: body ?? null,
      });
    } catch (cause) {
      throw new ProductError('unavailable', `No cell answers at ${url}. Start it with npm start`, undefined, { cause });
    }
    const answer: unknown = await response.json().catch(() => undefined);
    const result = schema.safeParse(answer);
    if (response.ok && result.success) return result.data;
    const refusal = errorSchema.safeParse(answer);
    if (response.ok || !refusal.success) {
      throw new ProductError('unavailable', `What answers at ${url} is not this cell. Start the cell with npm start`);
    }
    const { error, message, details } = refusal.data;
    const code = isErrorCode(error) ? error : 'internal_server_error';
    // The key was read from the data folder: it is not the person who got it wrong.
    const isOtherCell = code === 'authorization_required';
    const text = isOtherCell ? `The cell at ${url} uses another data folder. Name it with CELLWRIGHT_DATA` : message;
    throw new ProductError(code, text, details);
  };
  return {
    url,
    adminKey,
    importRoutine: (fileText: string) => call('POST', '/routines/import', importedSchema, fileText),
    validateFile: async (fileText: string) =>
      (await call('POST', '/routines/validate', z.object({ problems: z.array(problemSchema) }), fileText)).problems,
    readJournal: (runID: string, after: number) => call('GET', `/runs/${runID}/journal?after=${after}`, journalSchema),
    listTokens: async () => (await call('GET', '/tokens', tokenListSchema)).items,
    revokeToken: async (id: string): Promise<void> =>
      void (await call('DELETE', `/tokens/${encodeURIComponent(id)}`, z.unknown())),
    createToken: async (name: string, expiresInDays: number | undefined) =>
      (
        await call(
          'POST',
          '/tokens',
          tokenSchema,
          JSON.stringify({ name, expiresInDays, permissions: ['connectToRobot'] }),
        )
      ).secret,
  };
}
export type CellClient = ReturnType<typeof createCellClient>;

export interface SessionClient {
  readonly state: RobotSessionState;
  send<K extends RunnerMessageKind>(kind: K, payload: RunnerPayload<K>): Promise<RunnerResult<K>>;
  /** Resolves at the first state that fits, also when it does now. Rejects when the connection ends. */
  waitFor(predicate: (state: RobotSessionState) => boolean): Promise<void>;
  close(): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Opens the runner socket of a robot, and resolves when its state is known. */
export async function openSession({ url, adminKey }: CellClient, robotKind: RobotKind): Promise<SessionClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/routine-runner/${robotKind}`);
  const replica = createStateReplica();
  const responses = new Map<string, Waiting>();
  const watchers = new Set<{ check(): void; reject(error: Error): void }>();
  let ended: Error | undefined;

  // Sound: the replica was filled from a parsed snapshot.
  const currentState = () => replica.state as RobotSessionState | undefined;
  const request = (kind: string, payload: unknown): Promise<unknown> => {
    if (ended) return Promise.reject(ended);
    const id = randomUUID();
    socket.send(JSON.stringify({ id, kind, payload }));
    return new Promise((resolve, reject) => responses.set(id, { resolve, reject }));
  };
  const resynchronise = async () => {
    const answer = stateSnapshotSchema.omit({ kind: true }).parse(await request('getStateSnapshot', {}));
    replica.reset(answer);
    for (const watcher of watchers) watcher.check();
  };
  const take = (packet: unknown) => {
    const response = runnerResponseSchema.safeParse(packet);
    if (response.success) {
      settle(responses, response.data);
      return;
    }
    const snapshot = stateSnapshotSchema.safeParse(packet);
    if (snapshot.success) replica.reset(snapshot.data);
    const patch = statePatchSchema.safeParse(packet);
    if (patch.success && replica.apply(patch.data) === 'mismatch') void resynchronise().catch(() => undefined);
    if (snapshot.success || patch.success) for (const watcher of watchers) watcher.check();
  };
  const end = (error: Error) => {
    ended ??= error;
    for (const waiting of [...responses.values(), ...watchers]) waiting.reject(ended);
    responses.clear();
    watchers.clear();
  };
  socket.on('message', (data) => take(JSON.parse(String(data))));
  socket.on('close', (_code, reason) =>
    end(new ProductError('unavailable', String(reason) || 'The cell closed the connection')),
  );
  socket.on('error', (error) => end(new ProductError('unavailable', `The cell cannot be reached: ${error.message}`)));
  socket.on('open', () => socket.send(JSON.stringify({ kind: 'authenticate', token: adminKey })));

  const session: SessionClient = {
    get state() {
      const state = currentState();
      if (!state) throw new ProductError('unavailable', 'The state of the robot is not known yet');
      return state;
    },
    // Sound: the runner answers with the result of the message's own schema.
    send: (kind, payload) => request(kind, payload) as Promise<RunnerResult<typeof kind>>,
    waitFor: (predicate) =>
      new Promise((resolve, reject) => {
        const watcher = {
          check() {
            const state = currentState();
            if (!state || !predicate(state)) return;
            watchers.delete(watcher);
            resolve();
          },
          reject,
        };
        if (ended) reject(ended);
        watchers.add(watcher);
        watcher.check();
      }),
    close: () => socket.close(),
  };
  await session.waitFor(() => true);
  return session;
}

function settle(responses: Map<string, Waiting>, response: z.infer<typeof runnerResponseSchema>): void {
  const waiting = responses.get(response.id);
  responses.delete(response.id);
  if (response.ok) waiting?.resolve(response.result);
  else {
    const { code, message, details } = response.error;
    waiting?.reject(new ProductError(isErrorCode(code) ? code : 'internal_server_error', message, details));
  }
}
