/** Conformance cases for commands of every file server. On a real server, only files of these names are changed. */
import type { FilesCommand, FilesOutcome } from '@cellwright/domain/equipment';
import type { DeviceResult } from '../capabilities/capability.ts';
import { commandedCapabilities, resultSchemaOf, type SimulatedFiles } from '../capabilities/index.ts';
import { showsBusy } from './commanded.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

export const fileName = 'cellwright-conformance.nc';
const program = 'O1234\nG0 X1.\nM30\n';
export const upload: FilesCommand = { operation: 'upload', path: fileName, content: program, encoding: 'utf8' };

export const simulatedFiles = ({ sim }: DeviceRig): SimulatedFiles => demand(sim?.simulated.files);

export async function ask(rig: DeviceRig, command: FilesCommand, signal = never): Promise<DeviceResult<FilesOutcome>> {
  const result = await rig.settle(deviceOf(rig, 'files').actuate(command, signal));
  equal(resultSchemaOf<unknown>(commandedCapabilities.files).parse(result), result);
  return result;
}

async function filesOf(rig: DeviceRig): Promise<readonly { name: string; sizeBytes?: number | undefined }[]> {
  const result = await ask(rig, { operation: 'list', folder: '' });
  holds(result.ok && result.value.operation === 'list', 'the folder is listed');
  return result.ok && result.value.operation === 'list' ? result.value.files : [];
}

const transfers: readonly DeviceCase[] = [
  onAnyDevice('uploads, lists, downloads and deletes a file without changing a byte', async (rig) => {
    equal(await ask(rig, upload), { ok: true, value: { operation: 'upload', sizeBytes: program.length } });
    if (rig.sim) equal(Buffer.from(demand(simulatedFiles(rig).get(fileName))).toString(), program);
    const listed = (await filesOf(rig)).find(({ name }) => name === fileName);
    matches(listed, { name: fileName, isFolder: false, sizeBytes: program.length });
    const fetched = { operation: 'download', content: program, encoding: 'utf8', sizeBytes: program.length };
    equal(await ask(rig, { operation: 'download', path: fileName }), { ok: true, value: fetched });
    equal(await ask(rig, { operation: 'delete', path: fileName }), { ok: true, value: { operation: 'delete' } });
    equal(
      (await filesOf(rig)).some(({ name }) => name === fileName),
      false,
      'it is gone',
    );
  }),
  onAnyDevice('keeps binary data, line ends and an empty file unchanged', async (rig) => {
    for (const bytes of [[0, 255, 13, 10, 13, 0x1a], [13, 10, 10, 13], []].map((each) => Buffer.from(each))) {
      const content = bytes.toString('base64');
      matches(await ask(rig, { operation: 'upload', path: fileName, content, encoding: 'base64' }), { ok: true });
      if (rig.sim) equal(Buffer.from(demand(simulatedFiles(rig).get(fileName))), bytes);
      const fetched = await ask(rig, { operation: 'download', path: fileName });
      if (!fetched.ok || fetched.value.operation !== 'download') throw new Error('The file was not fetched');
      equal(Buffer.from(fetched.value.content, fetched.value.encoding), bytes);
    }
    matches(await ask(rig, { operation: 'delete', path: fileName }), { ok: true });
  }),
  onAnyDevice('reports what the server refuses and stays connected', async (rig) => {
    const missing = await ask(rig, { operation: 'download', path: 'cellwright-missing.nc' });
    matches(missing, { ok: false, failure: { reason: 'deviceFault', message: /./ } });
    matches(await ask(rig, { operation: 'list', folder: '' }), { ok: true });
  }),
];

const paths = ['../up', 'a/../../b', './x', '/x', 'a//b', 'x\r\nDELE y', 'x;ls', '$(ls)', '-la', 'a\0b', '*', 'a\\b'];

const orderly: readonly DeviceCase[] = [
  ...paths.map((path) =>
    onAnyDevice(`refuses the path ${JSON.stringify(path)}, and sends nothing`, async (rig) => {
      for (const command of [{ ...upload, path }, { operation: 'delete', path } as const])
        matches(await ask(rig, command), { ok: false, failure: { reason: 'outOfRange' } });
      if (rig.sim) equal(simulatedFiles(rig).commands, []);
    }),
  ),
  onAnyDevice('rejects a second command while one is in progress', async (rig) => {
    const list: FilesCommand = { operation: 'list', folder: '' };
    const first = deviceOf(rig, 'files').actuate(list, never);
    matches(await ask(rig, list), { ok: false, failure: { reason: 'busy', mayRetry: true } });
    matches(await rig.settle(first), { ok: true });
  }),
  onAnyDevice('shows busy during a command and idle after it', (rig) =>
    showsBusy(rig, () => deviceOf(rig, 'files').actuate({ operation: 'list', folder: '' }, never)),
  ),
  onAnyDevice('never sends a request that was stopped before', async (rig) => {
    equal(await ask(rig, upload, AbortSignal.abort()), { ok: false, stopped: true });
    if (rig.sim) equal(simulatedFiles(rig).commands, []);
  }),
  inSimulation('stores and deletes each file once, at its path', async (rig) => {
    matches(await ask(rig, upload), { ok: true });
    matches(await ask(rig, { operation: 'delete', path: fileName }), { ok: true });
    const changes = simulatedFiles(rig).commands.map(({ kind, path }) => `${kind} ${path}`);
    equal(changes, [`stored /${fileName}`, `deleted /${fileName}`]);
  }),
];

export const filesCases: readonly DeviceCase[] = [...transfers, ...orderly];
