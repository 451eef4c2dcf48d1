import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBinaryStl } from '@cellwright/geometry/mesh';
import { boxMesh } from '@cellwright/geometry/mesh/testing';
import * as z from 'zod';
import { examples, type TestCell } from '../harness.ts';
import { ask } from './ask.fixture.ts';

/** A cell's HTTP API for this machine's own key. */
export interface Admin {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Returns the first entry of a list; none when the list does not exist. */
  list(path: string, headers?: Readonly<Record<string, string>>): Promise<readonly Listed[]>;
}

const listedSchema = z.looseObject({ id: z.string() });
export type Listed = z.infer<typeof listedSchema>;
const pageSchema = z.object({ items: z.array(listedSchema) });

const api = '/api/v1/cell';

export function openAdmin(cell: TestCell): Admin {
  const admin = { authorization: `Bearer ${cell.client.adminKey}` };
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    caller: Readonly<Record<string, string>> = admin,
  ) => {
    const response = await ask(`${cell.url}${path}`, {
      method,
      headers: { ...caller, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  };
  return {
    call,
    async list(path, headers) {
      // Lists without pages refuse a limit.
      const { body } = await call('GET', path, undefined, headers);
      return pageSchema.safeParse(body).data?.items.slice(0, 20) ?? [];
    },
  };
}

export const routineFiles: readonly unknown[] = readdirSync(examples)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(examples, name), 'utf8')));

/** Files with their own tests. */
export const testedFiles = routineFiles.filter(
  (file) => z.object({ routine: z.object({ tests: z.array(z.unknown()).min(1) }) }).safeParse(file).success,
);

/** A box on a pallet. */
export const stackQuestion = {
  palletBoxesID: 'space_one_box',
  spaceItems: [
    { id: 'space_one_pallet', name: 'Pallet for one box', kind: 'palletBase' },
    {
      id: 'space_one_box',
      name: 'One box',
      kind: 'palletBoxes',
      palletBaseIDs: ['space_one_pallet'],
      boxTypes: [{ id: 'carton', name: 'Carton', width: 100, depth: 100, height: 60, offsetZ: 20 }],
      layerPatterns: [{ id: 'one', name: 'One', boxTypeID: 'carton', boxList: [{ id: 'box', x: 50, y: 50 }] }],
      layerOrder: ['one'],
    },
  ],
} as const;

/** A routine with its outermost steps. */
export const stepsSchema = z.looseObject({ id: z.string(), steps: z.array(listedSchema) });

const placeSchema = z.looseObject({ id: z.string(), global: z.boolean().optional() });
const fileSchema = z.object({ routine: z.object({ space: z.array(placeSchema).default([]) }) });

function placesOf(file: unknown) {
  return fileSchema.parse(file).routine.space;
}

/** Obstacles added by a program: not in the way. */
export const shelves = ['shelf a', 'shelf b', 'shelf c', 'shelf d'];
/** A device whose registers can be read. */
const count = { id: 'count', name: 'Count', offset: 0, format: 'uint32' };
const press = { config: { kind: 'ModbusTCPServer', host: '192.168.1.60', registers: [count] } };
/** A device with files; the real one does not exist, and is not waited for. */
const files = { config: { kind: 'FTPServer', connectTimeoutMS: 200, timeoutMS: 2000 } };
export const farAway = { x: 3, y: 3, z: 0.5, i: 0, j: 0, k: 0, w: 1 };

/** A calibration of a camera. */
export function calibrationOf(id: string) {
  const lens = { width: 1280, height: 720, fx: 900, fy: 900, ppx: 639.5, ppy: 359.5 };
  return {
    ...{ id, mount: 'wrist', pose: farAway, expectedErrorMM: 0.1 },
    intrinsics: { ...lens, distortion: { k1: 0, k2: 0, p1: 0, p2: 0, k3: 0 } },
    report: {
      ...{ board: { columns: 3, rows: 3, squareSize: 0.03 }, areIntrinsicsCalibrated: false, boardPose: farAway },
      ...{ rms: 0.1, expectedErrorDegrees: 0.02, distance: 0.4, armDeviationMM: 0, views: [] },
    },
  };
}

async function upload({ url, client }: TestCell, name: string, content: Uint8Array): Promise<void> {
  const { status } = await ask(`${url}${api}/space-files?fileName=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.adminKey}`, 'content-type': 'model/stl' },
    body: Buffer.from(content),
  });
  if (status !== 200) throw new Error(`the upload of ${name} was answered ${status}`);
}

/** Adds one or more documents of every kind to a new cell, for requests to find. */
export async function furnish(cell: TestCell, adminClient: Admin): Promise<void> {
  const make = async (path: string, body: unknown) => {
    const answer = await adminClient.call('POST', `${api}${path}`, body);
    if (answer.status !== 200) throw new Error(`POST ${path} was answered ${JSON.stringify(answer)}`);
    return z.looseObject({}).parse(answer.body);
  };
  /** Another document may be created from it. */
  const firstOf = async (path: string) => {
    const [first] = await adminClient.list(`${api}${path}`);
    const { id, factoryPreset, simulatorPort, version, createdAt, updatedAt, updatedByID, updatedByName, ...rest } = z
      .looseObject({})
      .parse(first);
    return rest;
  };
  for (const file of routineFiles) await make('/routines/import', file);
  const template = z.object({ id: z.string() }).parse((await adminClient.list(`${api}/routines`))[0]);
  const changed = await adminClient.call('PATCH', `${api}/routines/${template.id}`, { isTemplate: true });
  if (changed.status !== 200) throw new Error(`no template could be made: ${JSON.stringify(changed)}`);
  const profile = await firstOf('/speed-profiles');
  const device = z.looseObject({ config: z.looseObject({ name: z.string() }) }).parse(await firstOf('/equipment'));
  const { id: _placeID, global: _isGlobal, ...place } = placeSchema.parse(routineFiles.flatMap(placesOf)[0]);
  const commented = stepsSchema.parse((await adminClient.call('GET', `${api}/routines/${template.id}`)).body);
  const routines = await adminClient.list(`${api}/routines`);
  for (let n = 0; n < 4; n++) {
    await make('/step-comments', { routineID: template.id, stepID: commented.steps[0]?.id, text: `Comment ${n}` });
    await make('/version-names', { routineID: routines[n]?.id, routineVersion: 1, name: `Name ${n}` });
    await make('/speed-profiles', { ...profile, name: `Profile ${n}` });
    await make('/equipment', { ...device, config: { ...device.config, name: `Device ${n}` } });
    await make('/equipment', { ...press, config: { ...press.config, name: `Press ${n}` } });
    await make('/equipment', { ...files, config: { ...files.config, name: `Files ${n}` } });
    await make('/space-items', { ...place, name: `Place ${n}` });
    await make('/code-blocks', { name: `Code ${n}`, source: 'await cell.wait(1)' });
    await make('/bug-reports', { report: { what: `Something ${n}` } });
    await make('/board-notes', { boardId: 'B1', content: `Note ${n}` });
    await make('/example-records', { id: `example ${n}`, brought: [] });
    await make('/camera-calibrations', calibrationOf(`equipment_eye${n}`));
    await make('/planning-scene/obstacles', {
      name: shelves[n],
      shape: { kind: 'sphere', radius: 0.05 },
      pose: farAway,
    });
    await upload(cell, `crate ${n}.stl`, writeBinaryStl(boxMesh(1 + n, 1, 1)));
    await make('/variables', { name: `kept_${n}`, initialValue: '1' });
    await make('/notifications', { kind: 'toast', failureReason: `Something ${n}` });
    await make('/tokens', { name: `Line ${n}`, permissions: ['connectToRobot'] });
    await make('/users/invite', { name: `Guest ${n}`, username: `guest${n}`, permissions: {} });
  }
  const run = await cell.runCli('routine', ['run', join(examples, 'signal-tower.json')]);
  if (run.code !== 0) throw new Error(`no run could be made: ${run.stdout}`);
}
