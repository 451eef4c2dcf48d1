import type { Known, Operation } from '@cellwright/testkit/openapi';
import * as z from 'zod';
import {
  type Admin,
  calibrationOf,
  farAway,
  type Listed,
  routineFiles,
  shelves,
  stackQuestion,
  stepsSchema,
  testedFiles,
} from './furnish.fixture.ts';
import { bodiesOf, type Caller, callers, isAtWork, type People, type Person } from './people.fixture.ts';

const api = '/api/v1/cell';
/** Links can be used once each: so many valid ones exist. */
const linkCount = 20;
/** Examples that every author can set up. */
const exampleNames = ['panel-assembly', 'signal-tower'];
/** Fields that the cell itself sets on every document. */
const stamps = ['version', 'createdAt', 'updatedAt', 'updatedByID', 'updatedByName'];
const fileCommands = [
  { operation: 'list' },
  { operation: 'upload', path: 'O1234.nc', content: 'M30' },
  { operation: 'download', path: 'O1234.nc' },
  { operation: 'delete', path: 'O1234.nc' },
];
const crate = { kind: 'box', size: [0.1, 0.1, 0.1] };
const documentSchema = z.record(z.string(), z.unknown());

/** Returns known data for requests to an operation, from the current state of the cell. */
export async function knowFor(
  operation: Operation,
  admin: Admin,
  people: People,
  person: Person,
): Promise<Known<Caller>> {
  const isOwn = needsSession(operation.path) && !operation.path.includes('/login');
  const sessions = isOwn && operation.path.includes('/sessions/') ? await sessionsOf(admin, people, person) : undefined;
  const listed = sessions ?? (await listedBeside(operation.path, admin));
  const ids = listed.filter((item) => !isAtWork(item)).map(({ id }) => id);
  const answers = operation.path === `${api}/login/provider/answer` ? await people.answersOfProvider(linkCount) : [];
  const links = operation.path === `${api}/setup` ? await makeLinks(people) : [];
  return {
    ids: { id: ids, version: ['1', '2'], name: operation.path.includes('/examples/') ? exampleNames : shelves },
    bodies:
      answers.length > 0
        ? answers
        : (bodiesOf(operation.path, person, links) ?? (await documentsFor(operation, listed, admin))),
    callers: isOwn ? ['session', ...callers] : [...callers],
  };
}

/** True for what users do for themselves and for signing in. */
export function needsSession(path: string): boolean {
  return /\/(me|login|logout|api-auth|control-panel-token)(\/|$)/.test(path);
}

/** Returns the list that contains a path with an id, or that is at the path itself. */
async function listedBeside(path: string, admin: Admin): Promise<readonly Listed[]> {
  if (path.includes('/from-template/')) return [await makeTemplate(admin)];
  if (path === `${api}/routines/{id}/test`) return importTested(admin);
  if (path === `${api}/space-items/{id}/prove`) return makeStack(admin);
  if (path.endsWith('/readiness')) return [await makeDevice(admin, 'CNCMachine')];
  const [collection = ''] = path.split('/{');
  if (collection === `${api}/cameras`) return [await makeDevice(admin, 'WristCamera')];
  if (collection === `${api}/routine-proposals`) return propose(admin);
  if (!collection.startsWith(`${api}/`)) return [];
  // The stack is left to its check, which must find it as it is.
  return (await admin.list(collection)).filter(({ id }) => !stackIDs.has(id));
}

/** Adds a device that is switched on. */
async function makeDevice(admin: Admin, kind: string): Promise<Listed> {
  const config = { kind, name: `${kind} ${++devicesMade}` };
  const { body } = await admin.call('POST', `${api}/equipment`, { config, isEnabled: true });
  return z.looseObject({ id: z.string() }).parse(body);
}

let devicesMade = 0;

/** Proposes changes of new routines, and returns the open proposals. */
async function propose(admin: Admin): Promise<readonly Listed[]> {
  return Promise.all(Array.from({ length: 4 }, () => proposeOne(admin)));
}

/** Proposes a change of a routine; again if another operation has changed the routine meanwhile. */
async function proposeOne(admin: Admin): Promise<Listed> {
  const routine = await makeTemplate(admin);
  let refusal: unknown;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { body: file } = await admin.call('GET', `${api}/routines/${routine.id}/export`);
    const { version } = z
      .object({ version: z.number() })
      .parse((await admin.call('GET', `${api}/routines/${routine.id}`)).body);
    const query = `routineID=${routine.id}&baseVersion=${version}&note=Shorter`;
    const { body } = await admin.call('POST', `${api}/routines/propose?${query}`, file);
    const made = z.object({ proposal: z.looseObject({ id: z.string() }) }).safeParse(body);
    if (made.success) return made.data.proposal;
    refusal = body;
  }
  throw new Error(`No proposal could be made: ${JSON.stringify(refusal)}`);
}

/** Creates a separate template, because others change and remove the documents they find. */
async function makeTemplate(admin: Admin): Promise<Listed> {
  const [routine] = await admin.list(`${api}/routines`);
  const { body } = await admin.call('POST', `${api}/routines/${routine?.id}/duplicate`, { name: 'Template' });
  const made = z.looseObject({ id: z.string() }).parse(body);
  await admin.call('PATCH', `${api}/routines/${made.id}`, { isTemplate: true });
  return made;
}

const stackIDs: ReadonlySet<string> = new Set(stackQuestion.spaceItems.map(({ id }) => id));

/** Creates separate documents as well: first the pallet, which the boxes reference. */
async function makeStack(admin: Admin): Promise<readonly Listed[]> {
  for (const item of stackQuestion.spaceItems) await admin.call('POST', `${api}/space-items`, item);
  return [{ id: stackQuestion.palletBoxesID }];
}

/** Imports the file again, because others may have changed it. */
async function importTested(admin: Admin): Promise<readonly Listed[]> {
  const answers = await Promise.all(testedFiles.map((file) => admin.call('POST', `${api}/routines/import`, file)));
  return answers.map(({ body }) => ({ id: z.object({ routineID: z.string() }).parse(body).routineID }));
}

async function sessionsOf(admin: Admin, people: People, person: Person): Promise<readonly Listed[]> {
  return admin.list(`${api}/me/sessions`, await people.headersOf('session', person));
}

async function makeLinks(people: People): Promise<string[]> {
  const made = Array.from({ length: linkCount }, (_, n) => people.invite(`linked${n}`));
  return (await Promise.all(made)).map(({ secret }) => secret);
}

/** Returns whole documents to save again, also without an id: unchanged, and then slightly wrong. */
async function documentsFor(
  { path, method, body }: Operation,
  listed: readonly Listed[],
  admin: Admin,
): Promise<readonly unknown[]> {
  if (!body) return [];
  if (path === `${api}/pallets/prove`) return [stackQuestion];
  if (path.endsWith('/routines/test')) return testedFiles;
  if (/\/routines\/(import|validate|prove)$/.test(path)) return routineFiles;
  if (path === `${api}/planning-scene/obstacles`) return [{ name: 'crate', shape: crate, pose: farAway }];
  if (path === `${api}/planning-scene/check-posture`) return [{ joints: [0, 0, 1.5, 0, -1.5, 0] }];
  if (path === `${api}/camera-calibrations`) return [calibrationOf('equipment_new')];
  if (path.endsWith('/teach')) return [{ part: 'position' }, { part: 'position', index: 0 }, { part: 'pose' }];
  if (path === `${api}/planning-scene/obstacles/{name}`) return [{ pose: farAway }];
  if (path.endsWith('/equipment/{id}/files')) return fileCommands;
  if (path.endsWith('/readiness')) return [{}];
  if (path.endsWith('/cameras/{id}/settings')) return [{ exposure: 700 }, { contrast: 60 }];
  if (path.endsWith('/cameras/{id}/vision/{method}')) return [{}, { args: {} }];
  if (path.endsWith('/cameras/{id}/calibration/check')) return [calibrationCheck()];
  if (path.endsWith('/equipment-connection-test')) return [{ config: { kind: 'OnRobot2FG7' }, target: 'simulator' }];
  if (path === `${api}/step-comments` || path === `${api}/version-names`) return notesFor(path, admin);
  if (path === `${api}/users/invite`)
    return [{ name: 'Grace', username: 'grace', permissions: { connectToRobot: true } }];
  const [collection = ''] = path.split('/{');
  const read = async ({ id }: Listed) => (await admin.call('GET', `${collection}/${id}`)).body;
  const found = z.array(documentSchema).parse(await Promise.all(listed.slice(0, 8).map(read)));
  const bare = found.map((document) => without(document, stamps));
  // With the id of the request; only a few contain one themselves.
  const nameless = bare.map((document) => without(document, ['id', 'factoryPreset']));
  if (method === 'PATCH') return [...nameless.slice(0, 2), ...nameless.flatMap(fieldsOf), ...found.slice(0, 1)];
  return method === 'POST' ? nameless : [...nameless, ...nameless, ...bare.slice(0, 2), ...found.slice(0, 2)];
}

/** Returns a calibration and a view of all corners of its board. */
function calibrationCheck() {
  const { id: _, ...result } = calibrationOf('equipment_eye');
  const { columns, rows } = result.report.board;
  const corners = Array.from({ length: columns * rows }, (_each, index) => ({
    x: 600 + 30 * (index % columns),
    y: 300 + 30 * Math.floor(index / columns),
  }));
  return { robotKind: 'simulated', result, view: { flange: farAway, corners } };
}

/** Returns a comment and names for a separate routine, whose versions have no names. */
async function notesFor(path: string, admin: Admin): Promise<readonly unknown[]> {
  const { id: routineID } = await makeTemplate(admin);
  const { steps } = stepsSchema.parse((await admin.call('GET', `${api}/routines/${routineID}`)).body);
  if (path.endsWith('/step-comments')) return [{ routineID, stepID: steps[0]?.id, text: 'Why?' }];
  return [1, 2].map((routineVersion) => ({ routineID, routineVersion, name: 'Delivered', note: 'To line 4' }));
}

/** Returns changes of one field each; a name already belongs to another document. */
function fieldsOf(document: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(without(document, ['name', 'username'])).map(([field, value]) => ({ [field]: value }));
}

function without(document: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
