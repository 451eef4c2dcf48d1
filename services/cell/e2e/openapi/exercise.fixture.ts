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
import { type Admin, furnish, openAdmin } from './furnish.fixture.ts';
import { knowFor, needsSession } from './known.fixture.ts';
import { knowForRobot } from './known-robot.fixture.ts';
import { type Caller, openPeople, type People, type Person, workers } from './people.fixture.ts';

/** Limits of a door through which one address sends many thousand requests, many of them with tokens that are none. */
export const wideDoor: Readonly<Record<string, string>> = Object.fromEntries(
  ['DOOR_OPEN', 'DOOR_TOKEN', 'DOOR_REFUSED_TOKEN'].flatMap((limit) => [
    [`${limit}_BURST`, '10000000'],
    [`${limit}_PER_SECOND`, '1000000'],
  ]),
);

export interface Exercised {
  readonly operation: string;
  readonly cases: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The smallest request that is answered wrongly, and how; undefined when all are answered rightly. */
  readonly failure: string | undefined;
}

export interface ExerciseOptions {
  /** Of each operation. */
  readonly cases: number;
  /** Further cases, up to this many, for an operation that has not been done once. Default none. */
  readonly maxCases?: number;
  readonly seed: number;
  /** Operations at a time. */
  readonly lanes: number;
  /** Part of the names of the operations, as a regular expression; default all. */
  readonly only?: string;
  /** Picks the operations to exercise; default all. */
  readonly choose?: (operations: readonly Operation[]) => readonly Operation[];
  readonly onDone?: (done: Exercised) => void;
}

const answerWithinMS = 20_000;
/** What a create makes is removed again beyond so many: a cell is not made to hold thousands of devices. */
const mostMade = 40;

interface Bench {
  readonly cell: TestCell;
  readonly admin: Admin;
  readonly people: People;
  /** Whose session all operations use that leave sessions alone. */
  readonly anybody: Person;
  readonly document: OpenApi;
  readonly check: AnswerCheck;
}

/** Sends requests made from the cell's own description to every operation in it, and compares the answers with it. */
export async function exercise(cell: TestCell, options: ExerciseOptions): Promise<Exercised[]> {
  const admin = openAdmin(cell);
  const document = readOpenApi((await admin.call('GET', '/api/v1/openapi.json')).body);
  await furnish(cell, admin);
  const people = await openPeople(cell);
  const anybody = await newPerson(people);
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
 * What removes things comes after all that needs them; proofs refuse each other and come one after the other. Neighbours change
 * the same things and wait for each other: they are taken apart.
 */
function phasesOf(operations: readonly Operation[], lanes: number) {
  const isRemoval = ({ method }: Operation) => method === 'DELETE';
  const isOther = (operation: Operation) => !isRemoval(operation) && !isProof(operation.name);
  return [
    { phase: spread(operations.filter(isOther)), lanes },
    { phase: operations.filter(({ name }) => isProof(name)), lanes: 1 },
    { phase: spread(operations.filter(isRemoval)), lanes },
  ];
}

function spread<T>(items: readonly T[]): T[] {
  const stride = 7;
  return Array.from({ length: stride }, (_, start) => items.filter((_, at) => at % stride === start)).flat();
}

/** Usernames are taken once. */
let peopleMade = 0;

/** A user of an operation's own: what it does to its session or its password disturbs no other. */
function newPerson(people: People): Promise<Person> {
  return people.newPerson(`${workers}${peopleMade++}`);
}

/**
 * The API of existing robot programs: its operations share a few schemas, and what they do takes a robot's time. A fifth of
 * the cases finds what there is.
 */
export const isRobotAPI = (operation: string) => /^\w+ \/api\/v1\/(?!cell\/)/.test(operation);

/** Each takes a process of its own, and one is under way at a time: a tenth of the cases finds what there is. */
const isProof = (operation: string) => /\/(prove|test)$/.test(operation);

function casesOf(operation: string, all: number): number {
  if (isProof(operation)) return Math.ceil(all / 10);
  return isRobotAPI(operation) ? Math.ceil(all / 5) : all;
}

/** What takes a file instead of JSON, or needs a robot that is ready or carries two tools: other tests have what it is for. */
export const isProvedElsewhere = (operation: string) =>
  isRobotAPI(operation) ||
  operation === 'POST /api/v1/cell/space-files' ||
  operation.endsWith('/tool/active-end') ||
  /\/runs\/\{id\}\/(resume|resumption)$/.test(operation) ||
  /\/debug\/(run-to|step-over|step-into|continue|variables|disabled-steps)$/.test(operation);

async function exerciseOne(operation: Operation, bench: Bench, options: ExerciseOptions): Promise<Exercised> {
  const { seed } = options;
  const cases = casesOf(operation.name, options.cases);
  const statuses: Record<string, number> = {};
  const result = { operation: operation.name, cases, statuses };
  try {
    const person = needsSession(operation.path) ? await newPerson(bench.people) : bench.anybody;
    const known = isRobotAPI(operation.name)
      ? await knowForRobot(operation, bench.admin)
      : await knowFor(operation, bench.admin, bench.people, person);
    const tidy = createTidying(operation, bench.admin);
    const isDone = () =>
      isProvedElsewhere(operation.name) || Object.keys(statuses).some((status) => status.startsWith('2'));
    let tried = 0;
    const property = fc.asyncProperty(requestsOf(operation, bench.document.components, known), async (request) => {
      // Beyond its share of cases an operation is asked only until it has done what it is for.
      if (++tried > cases && isDone()) return;
      const answer = await send(request, bench, person);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const problem = bench.check(operation, answer) ?? breakageOf(answer);
      if (problem !== undefined) throw new Error(problem);
      await tidy(answer);
    });
    const numRuns = Math.max(cases, casesOf(operation.name, options.maxCases ?? options.cases));
    await fc.assert(property, { numRuns, seed, endOnFailure: false });
    return { ...result, failure: undefined };
  } catch (error) {
    return { ...result, failure: explain(error) };
  }
}

async function send(request: GeneratedRequest<Caller>, { cell, people }: Bench, person: Person) {
  const { as, method, path, body } = request;
  // Which robot is meant is tried in robot-api.test.ts: here it would be most often one that does not exist.
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
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

/** Some operations are described to answer 500, as existing programs expect: never because something broke. */
function breakageOf({ status, text }: { readonly status: number; readonly text: string }): string | undefined {
  return status >= 500 && text.includes('"internal_server_error"') ? `${status}: ${text.slice(0, 500)}` : undefined;
}

/** Removes what a create made, beyond a few. */
function createTidying({ method, path }: Operation, admin: Admin) {
  let made = 0;
  return async ({ status, text }: { readonly status: number; readonly text: string }): Promise<void> => {
    if (method !== 'POST' || status !== 200 || path.includes('{id}')) return;
    const { data } = z.looseObject({ id: z.string() }).safeParse(JSON.parse(text));
    if (data && ++made > mostMade) await admin.call('DELETE', `${path}/${encodeURIComponent(data.id)}`);
  };
}

/** The report of fast-check, and why the smallest request failed. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `${error.cause.message}\n` : '';
  return `${cause}${error.message.slice(0, 2000)}`;
}
