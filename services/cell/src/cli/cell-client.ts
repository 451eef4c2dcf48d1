import {
  type CallDefinition,
  createSetUpLink,
  createToken,
  getReplay,
  getReplayMoment,
  getResumption,
  giveUpRun,
  listAudit,
  listJournal,
  proveRoutineFile,
  testRoutineFile,
  uploadMesh,
  validateRoutineFile,
  verifyAudit,
} from '@cellwright/calls';
import {
  type CallOptions,
  callCell,
  clientClock,
  connectRunner,
  createHttp,
  type HttpMethod,
  type RunnerClient,
  repeatStop,
} from '@cellwright/client';
import { importRoutineFile } from '@cellwright/client/imports';
import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { type RobotSessionState, runSchema } from '@cellwright/domain/run';
import WebSocket from 'ws';
import * as z from 'zod';

const tokenListSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      /** Null when it does not expire. */
      expiresAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
});
const objectSchema = z.object({ id: z.string(), name: z.string(), fileName: z.string().optional() });
const stoppedSchema = z.object({ stopEpoch: z.number() });
const noAnswerSchema = z.object({ reason: z.enum(['nothingAnswers', 'notACell']) });

/** Enough for a large routine to be checked and stored. */
const deadlineMS = 60_000;

/** Maximum wait for the response to a stop, which takes 100 ms, before the user should use the e-stop, ms. */
const stopWithinMS = 3000;

export interface CellAddress {
  readonly url: string;
  readonly adminKey: string;
  /** File of the key, if it is not in the data folder. */
  readonly keyFile?: string | undefined;
  /** Processes of a cell on this machine; the stop listener accepts stops in addition to the gateway. */
  readonly processes?: readonly { readonly name: string; readonly port?: number | undefined }[];
}

/** Creates the HTTP client for the command line. All failures are ProductErrors. */
export function createCellClient({ url, adminKey, keyFile, processes = [] }: CellAddress) {
  const listenerPort = processes.find(({ name }) => name === 'stop-listener')?.port;
  const listener =
    listenerPort === undefined ? [] : [createHttp({ url: `http://127.0.0.1:${listenerPort}`, token: adminKey })];
  const http = createHttp({ url, token: adminKey });
  const explaining = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error, { url, keyFile });
    }
  };
  const call = <T>(
    method: HttpMethod,
    path: string,
    schema: z.ZodType<T>,
    body?: string,
    withinMS = deadlineMS,
  ): Promise<T> =>
    explaining(() => http.request(method, `/api/v1/cell${path}`, { schema, body, deadlineMS: withinMS }));
  /** Sends a call of packages/calls. */
  const makeCall = <Input extends z.ZodObject, Output>(
    definition: CallDefinition<Input, z.ZodType<Output>>,
    input: z.input<Input>,
    options?: CallOptions,
  ): Promise<Output> => explaining(() => callCell(http, definition, input, options));
  return {
    url,
    adminKey,
    importRoutine: (fileText: string) => explaining(() => importRoutineFile(http, fileText)),
    call: makeCall,
    validateFile: async (fileText: string) =>
      (await makeCall(validateRoutineFile, {}, { document: fileText })).problems,
    proveFile: (fileText: string, options: Readonly<Record<string, unknown>>) =>
      makeCall(proveRoutineFile, { options: JSON.stringify(options) }, { document: fileText }),
    testFile: (fileText: string, robotKind: RobotKind) =>
      makeCall(testRoutineFile, { robotKind }, { document: fileText }),
    readJournal: (runID: string, after: number) => makeCall(listJournal, { id: runID, after }),
    readResumption: (runID: string) => makeCall(getResumption, { id: runID }),
    newestRun: async (robotKind: RobotKind) =>
      (await call('GET', `/runs?limit=1&robotKind=${robotKind}`, z.object({ items: z.array(runSchema) }))).items[0],
    giveUpRun: async (runID: string): Promise<void> => void (await makeCall(giveUpRun, { id: runID })),
    readReplay: (runID: string) => makeCall(getReplay, { id: runID }),
    readMoment: (runID: string, seconds: number) => makeCall(getReplayMoment, { id: runID, seconds }),
    /**
     * Stops a robot over the gateway and the stop listener in parallel, until one confirms. Returns the new stop epoch.
     */
    async stop(robotKind: RobotKind, { isEmergency = false } = {}): Promise<number> {
      const path = `/robots/${robotKind}/${isEmergency ? 'emergency-stop' : 'stop'}`;
      try {
        const ways = [
          { send: () => call('POST', path, stoppedSchema, undefined, stopWithinMS) },
          ...listener.map((each) => ({
            send: () =>
              each.request('POST', `/api/v1/cell${path}`, { schema: stoppedSchema, deadlineMS: stopWithinMS }),
          })),
        ];
        return stoppedSchema.parse(await repeatStop(ways, clientClock)).stopEpoch;
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        const { code, message, details } = error;
        throw new ProductError(code, `The stop was not accepted. Use the emergency stop button. ${message}`, details);
      }
    },
    /** Changes fields of a document. */
    change: async (path: string, fields: object): Promise<void> =>
      void (await call('PATCH', path, z.unknown(), JSON.stringify(fields))),
    uploadMesh: (fileName: string, content: Uint8Array) => makeCall(uploadMesh, { fileName }, { document: content }),
    listObjects: async () =>
      (await call('GET', '/space-items?kind=environmentObject&limit=200', z.object({ items: z.array(objectSchema) })))
        .items,
    createObject: (object: object) =>
      call(
        'POST',
        '/space-items',
        objectSchema,
        JSON.stringify({ kind: 'environmentObject', global: true, ...object }),
      ),
    removeObject: async (id: string): Promise<void> =>
      void (await call('DELETE', `/space-items/${encodeURIComponent(id)}`, z.unknown())),
    listTokens: async () => (await call('GET', '/tokens?limit=200', tokenListSchema)).items,
    /** Returns the page that creates the first user, below the cell's address; null if there is a user. */
    createSetUpLink: async () => (await makeCall(createSetUpLink, {})).link,
    revokeToken: async (id: string): Promise<void> =>
      void (await call('DELETE', `/tokens/${encodeURIComponent(id)}`, z.unknown())),
    listAudit: async (query: z.input<typeof listAudit.input>) => (await makeCall(listAudit, query)).items,
    verifyAudit: (after: number, hash: string) => makeCall(verifyAudit, { after, hash }),
    createToken: async (name: string, expiresInDays: number | undefined) =>
      (await makeCall(createToken, { name, expiresInDays, permissions: ['connectToRobot', 'author'] })).secret,
  };
}
export type CellClient = ReturnType<typeof createCellClient>;

/** Adds advice for a user of the command line to an error. */
function explain(error: unknown, { url, keyFile }: Pick<CellAddress, 'url' | 'keyFile'>): unknown {
  if (!(error instanceof ProductError)) return error;
  // The key was read from a file: the user has not mistyped it.
  if (error.code === 'authorization_required') {
    const text =
      keyFile === undefined
        ? `The cell at ${url} uses another data folder. Name it with CELLWRIGHT_DATA`
        : `The cell at ${url} does not accept the key of ${keyFile}: it has another key, or accepts it only on its own machine`;
    return new ProductError(error.code, text, error.details);
  }
  const reason = noAnswerSchema.safeParse(error.details);
  if (!reason.success) return error;
  const text =
    reason.data.reason === 'notACell'
      ? `The server at ${url} is not this cell. Start the cell with npm start`
      : `No cell answers at ${url}. Start it with npm start`;
  return new ProductError('unavailable', text, undefined, { cause: error });
}

export interface SessionClient extends Pick<RunnerClient, 'send' | 'close'> {
  readonly state: RobotSessionState;
  /**
   * Resolves at the first matching state, which may be the present one. Rejects when the connection cannot be restored.
   */
  waitFor(predicate: (state: RobotSessionState) => boolean): Promise<void>;
}

/** Opens the runner socket of a robot, and resolves when its state is known. */
export async function openSession({ url, adminKey }: CellClient, robotKind: RobotKind): Promise<SessionClient> {
  const openSocket = (address: string) => new WebSocket(address);
  const runner = connectRunner({ url, robotKind, token: adminKey, openSocket });
  try {
    await runner.waitFor(() => true);
  } catch (error) {
    runner.close();
    throw error;
  }
  return {
    get state() {
      const { state } = runner.status;
      if (!state) throw new ProductError('unavailable', 'The state of the robot is still unknown');
      return state;
    },
    send: runner.send,
    waitFor: async (predicate) => void (await runner.waitFor(predicate)),
    close: runner.close,
  };
}
