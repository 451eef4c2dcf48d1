import type { TestProvider } from '@cellwright/testkit/open-id-provider';
import {
  type AnswerCheck,
  createAnswerCheck,
  type GeneratedRequest,
  type OpenApi,
  type Operation,
  readOpenApi,
  requestsOf,
} from '@cellwright/testkit/openapi';
import fc from 'fast-check';
import * as z from 'zod';
import type { TestCell } from '../harness.ts';
import { ask } from './ask.fixture.ts';
import { type Admin, furnish, openAdmin } from './furnish.fixture.ts';
import { knowFor, needsSession } from './known.fixture.ts';
import { knowForRobot } from './known-robot.fixture.ts';
import { type Caller, openPeople, type People, type Person, workers } from './people.fixture.ts';

/** Limits of a gateway to which one address sends many thousand requests, many with invalid tokens. */
export const wideDoor: Readonly<Record<string, string>> = Object.fromEntries(
  ['DOOR_OPEN', 'DOOR_TOKEN', 'DOOR_REFUSED_TOKEN'].flatMap((limit) => [
    [`${limit}_BURST`, '10000000'],
    [`${limit}_PER_SECOND`, '1000000'],
  ]),
);

export interface Exercised {
  readonly operation: string;
  readonly cases: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Beginning of the last refusal. */
  readonly refusal: string;
  /** The smallest request with a wrong response, and the problem; undefined when all responses are correct. */
  readonly failure: string | undefined;
}

export interface ExerciseOptions {
  /** Number of cases of each operation. */
  readonly cases: number;
  /** Maximum number of further cases for an operation without a success. Default none. */
  readonly maxCases?: number;
  readonly seed: number;
  /** Number of parallel operations. */
  readonly lanes: number;
  /** Regular expression for names of operations; default all. */
  readonly only?: string;
  /** Picks the operations to exercise; default all. */
  readonly choose?: (operations: readonly Operation[]) => readonly Operation[];
  /** OpenID provider of the cell. */
  readonly provider?: TestProvider;
  readonly onDone?: (done: Exercised) => void;
}

const answerWithinMS = 60_000;
/** Factor by which more requests are generated for an operation until one succeeds. */
const growth = 5;
/**
 * Maximum number of created documents before they are removed again: a cell is not designed for thousands of devices.
 */
const mostMade = 40;

interface Bench {
  readonly cell: TestCell;
  readonly admin: Admin;
  readonly people: People;
  /** Session of all operations that do not change sessions. */
  readonly anybody: Person;
  readonly document: OpenApi;
  readonly check: AnswerCheck;
}

/** Sends requests generated from the cell's own description to every operation, and checks the responses against it. */
export async function exercise(cell: TestCell, options: ExerciseOptions): Promise<Exercised[]> {
  const admin = openAdmin(cell);
  const document = readOpenApi((await admin.call('GET', '/api/v1/openapi.json')).body);
  await furnish(cell, admin);
  const people = await openPeople(cell, options.provider);
  const anybody = await newPerson(people);
  await makeBackup(cell, admin, await people.headersOf('session', anybody));
  const bench: Bench = { cell, admin, people, anybody, document, check: createAnswerCheck(document) };
  const only = new RegExp(options.only ?? '');
  const named = document.operations.filter(({ name }) => only.test(name));
  const chosen = options.choose?.(named) ?? named;
  const results: Exercised[] = [];
  for (const { phase, lanes } of phasesOf(chosen, options.lanes)) {
    const lane = async () => {
      for (let operation = phase.shift(); operation; operation = phase.shift()) {
        const result = await exerciseOne(operation, bench, options);
        options.onDone?.(result);
        results.push(result);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
  return results;
}

/**
 * Returns the operations in phases. Removals come after everything that needs the documents; proofs refuse each other
 * and run one after the other. Neighbours change the same documents and wait for each other: they are separated. Assembly
 * mode, which disables the commands of robots and new tokens, comes last.
 */
function phasesOf(operations: readonly Operation[], lanes: number) {
  const isRemoval = ({ method }: Operation) => method === 'DELETE';
  const isOther = (operation: Operation) =>
    !isRemoval(operation) && !isProof(operation.name) && !setsOperationMode(operation);
  return [
    { phase: spread(operations.filter(isOther)), lanes },
    { phase: operations.filter(({ name }) => isProof(name)), lanes: 1 },
    { phase: spread(operations.filter(isRemoval)), lanes },
    { phase: operations.filter(setsOperationMode), lanes },
  ];
}

const setsOperationMode = ({ method, path }: Operation) => method !== 'GET' && path.includes('/robot-identity');

function spread<T>(items: readonly T[]): T[] {
  const stride = 7;
  return Array.from({ length: stride }, (_, start) => items.filter((_, at) => at % stride === start)).flat();
}

/** Usernames can be used only once. */
let peopleMade = 0;

/** Creates a backup, with a key that a user creates. */
async function makeBackup({ url }: TestCell, admin: Admin, session: Readonly<Record<string, string>>): Promise<void> {
  const headers = { ...session, 'content-type': 'application/json' };
  const created = await ask(`${url}/api/v1/cell/backups/key`, { method: 'POST', headers, body: '{}' });
  if (!created.ok) throw new Error(`no key for backups: ${await created.text()}`);
  const { status, body } = await admin.call('POST', '/api/v1/cell/backups', {});
  if (status !== 200) throw new Error(`no backup: ${JSON.stringify(body)}`);
}

/** Creates a separate user for an operation: changes to its session or its password affect no other. */
function newPerson(people: People): Promise<Person> {
  return people.newPerson(`${workers}${peopleMade++}`);
}

/**
 * The API of existing robot programs: its operations share a few schemas and take a robot's time. A fifth of the cases
 * is enough.
 */
export const isRobotAPI = (operation: string) => /^\w+ \/api\/v1\/(?!cell\/)/.test(operation);

/** Each requires a separate process, and only one runs at a time: a tenth of the cases is enough. */
const isProof = (operation: string) => /\/(prove|test)$/.test(operation);

function casesOf(operation: string, all: number): number {
  if (isProof(operation)) return Math.ceil(all / 10);
  return isRobotAPI(operation) ? Math.ceil(all / 5) : all;
}

/**
 * Operations that take a file instead of JSON, or need a ready robot or one with two tools: other tests cover their
 * purpose.
 */
export const isProvedElsewhere = (operation: string) =>
  isRobotAPI(operation) ||
  operation === 'POST /api/v1/cell/space-files' ||
  operation.endsWith('/tool/active-end') ||
  // A checkout installs no builds: services/software-update/src/app.test.ts covers them.
  /\/software\/(install|cancel)$/.test(operation) ||
  // Only a hub has boxes and issues codes: services/hub/src/app.test.ts covers them.
  /\/fleet\/(?!membership$)/.test(operation) ||
  operation === 'POST /api/v1/cell/fleet/membership' ||
  // No camera of the cell sees a board: services/equipment/src/vision/calibrate-camera.test.ts covers them.
  /\/calibration\/(views|plan|result)$/.test(operation) ||
  // A restore replaces the documents of all other operations: backup-file.test.ts beside it covers it.
  operation.endsWith('/backups/{id}/restore') ||
  /\/runs\/\{id\}\/(resume|resumption)$/.test(operation) ||
  /\/debug\/(run-to|step-over|step-into|continue|variables|disabled-steps)$/.test(operation);

async function exerciseOne(operation: Operation, bench: Bench, options: ExerciseOptions): Promise<Exercised> {
  const { seed } = options;
  const cases = casesOf(operation.name, options.cases);
  const statuses: Record<string, number> = {};
  const result = { operation: operation.name, cases, statuses, refusal: '' };
  try {
    const person = needsSession(operation.path) ? await newPerson(bench.people) : bench.anybody;
    const known = isRobotAPI(operation.name)
      ? await knowForRobot(operation, bench.admin)
      : await knowFor(operation, bench.admin, bench.people, person);
    const tidy = createTidying(operation, bench.admin);
    const isDone = () =>
      isProvedElsewhere(operation.name) || Object.keys(statuses).some((status) => status.startsWith('2'));
    const requests = requestsOf(operation, bench.document.components, known);
    const maxCases = Math.max(cases, casesOf(operation.name, options.maxCases ?? options.cases));
    let tried = 0;
    // Most operations succeed at once: hundreds of requests are generated only for the others. A seed generates the same
    // requests first, whichever number: those already sent are skipped.
    for (let count = cases; ; count = Math.min(count * growth, maxCases)) {
      let at = 0;
      const property = fc.asyncProperty(requests, async (request) => {
        // Beyond its share of cases an operation is only called until it succeeds once.
        if (at++ < tried || (tried >= cases && isDone())) return;
        tried++;
        const answer = await send(request, bench, person);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status >= 400) result.refusal = answer.text.slice(0, 300);
        const problem = bench.check(operation, answer) ?? breakageOf(answer);
        if (problem !== undefined) throw new Error(problem);
        await tidy(answer);
      });
      await fc.assert(property, { numRuns: count, seed, endOnFailure: false });
      if (count === maxCases || isDone()) break;
    }
    return { ...result, failure: undefined };
  } catch (error) {
    return { ...result, failure: explain(error) };
  }
}

async function send(request: GeneratedRequest<Caller>, { cell, people }: Bench, person: Person) {
  const { as, method, path, body } = request;
  // robot-api.test.ts tests the choice of the robot: here it would mostly be one that does not exist.
  const { 'robot-kind': _meant, ...headers } = request.headers;
  const own = await people.headersOf(as, person);
  const response = await fetch(`${cell.url}${path}`, {
    method,
    headers: { ...headers, ...own },
    body: body ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMS),
  });
  if (as === 'session' && response.status === 401) person.isOut = true;
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    type,
    text: type.startsWith('multipart/') ? await readStart(response) : await response.text(),
  };
}

/** Reads the beginning of a stream that does not end, and leaves it. */
async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const start = await reader?.read();
  await reader?.cancel();
  return Buffer.from(start?.value ?? []).toString('latin1');
}

/** Some operations are specified to return 500, as existing programs expect, but never because of a bug. */
function breakageOf({ status, text }: { readonly status: number; readonly text: string }): string | undefined {
  return status >= 500 && text.includes('"internal_server_error"') ? `${status}: ${text.slice(0, 500)}` : undefined;
}

/** Removes created documents beyond a few. */
function createTidying({ method, path }: Operation, admin: Admin) {
  let made = 0;
  return async ({ status, text }: { readonly status: number; readonly text: string }): Promise<void> => {
    if (method !== 'POST' || status !== 200 || path.includes('{id}')) return;
    const { data } = z.looseObject({ id: z.string() }).safeParse(JSON.parse(text));
    if (data && ++made > mostMade) await admin.call('DELETE', `${path}/${encodeURIComponent(data.id)}`);
  };
}

/** Returns the report of fast-check, and why the smallest request failed. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `${error.cause.message}\n` : '';
  return `${cause}${error.message.slice(0, 2000)}`;
}
