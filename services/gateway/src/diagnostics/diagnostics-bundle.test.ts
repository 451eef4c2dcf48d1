import { spawnSync } from 'node:child_process';
import type { ProcessReport } from '@cellwright/domain/cell';
import { createSecretRemover } from '@cellwright/service-kit';
import { describe, expect, it } from 'vitest';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { type CollectedDiagnostics, collectDiagnostics, type DiagnosticsSources } from './collect-diagnostics.ts';
import { packDiagnostics } from './diagnostics-bundle.ts';

/** Unpacks an archive with another implementation, and returns its texts by name. */
const unpacker = `
import base64, io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(sys.stdin.read())))
assert archive.testzip() is None
print(json.dumps({each.filename: archive.read(each).decode() for each in archive.infolist()}))
`;

/** `npm test` makes sure that there is a python3. */
function unpack(content: string): Record<string, string> {
  const { stdout, stderr } = spawnSync('python3', ['-c', unpacker], { input: content, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const report: ProcessReport = {
  ...{ process: 'cell:17', build: '1.2.3', nodeVersion: 'v22', uptimeSeconds: 5, ready: true, memoryBytes: 1 },
  ...{ wallTime: '2026-01-01T00:00:01.000Z', dependencies: [], eventLoopLag: null, cpuSeconds: 1 },
  logs: ['{"message":"Grüße"}', '{"message":"second"}'],
};
const device = { id: 'equipment_1', config: { kind: 'FTPServer', name: 'Files' }, isEnabled: true };
const sources: DiagnosticsSources = {
  processes: {
    gateway: async () => JSON.stringify(report),
    library: async () => JSON.stringify({ ...report, process: 'cell:18', logs: [] }),
    identity: async () => Promise.reject(new Error('no answer of postgres://a:planted@db/x')),
  },
  stateOf: (robotKind) =>
    robotKind === 'live'
      ? { ...sessionState, failure: { kind: 'IOFailure', reason: 'token=planted', recoveryKind: 'Recoverable' } }
      : undefined,
  listDevices: async () => [device],
  getLiveState: async (_, robotKind) => {
    if (robotKind === 'live') throw new Error('Bearer planted-planted was refused');
    return { connected: false, status: 'error', error: 'login password=planted', password: 'planted' };
  },
  checkNetwork: async () => [
    { name: 'Motion planner', address: 'x:1', ok: false, durationMs: 1, error: 'planted-secret' },
  ],
  remover: createSecretRemover({ SECRET_GATEWAY_TO_LIBRARY: 'planted-secret' }),
  now: () => 0,
  wallNow: () => new Date('2026-01-01T00:00:00Z'),
  withLogs: true,
};

describe('collectDiagnostics', () => {
  it('says what cannot be read, and joins the rest', async () => {
    const { diagnostics, logs } = await collectDiagnostics(sources);
    expect(diagnostics).toMatchObject({
      takenAt: '2026-01-01T00:00:00.000Z',
      build: '1.2.3',
      services: [
        { name: 'gateway', isOnline: true, clockOffsetMS: 1000, report: { process: 'cell:17' } },
        { name: 'library', isOnline: true },
        { name: 'identity', isOnline: false, problem: 'no answer of postgres://a:[removed]@db/x', report: null },
      ],
      robots: [
        { robotKind: 'live', failure: { kind: 'IOFailure' } },
        { robotKind: 'simulated', kind: null, failure: null },
      ],
      devices: [
        { name: 'Files', robotKind: 'live', state: null, problem: 'Bearer [removed] was refused' },
        { name: 'Files', robotKind: 'simulated', state: { status: 'error' }, problem: null },
      ],
    });
    expect([...logs.keys()]).toEqual(['cell:17', 'cell:18']);
  });

  it('says why devices are missing', async () => {
    const listDevices = async () => Promise.reject(new Error('equipment is away'));
    const { diagnostics } = await collectDiagnostics({ ...sources, listDevices });
    expect(diagnostics).toMatchObject({ devices: [], devicesProblem: 'equipment is away' });
  });
});

describe('packDiagnostics', () => {
  it('returns an archive that opens, with the diagnostics and the logs of each process', async () => {
    const collected = await collectDiagnostics(sources);
    const { fileName, content } = packDiagnostics(collected);
    expect(fileName).toBe('cellwright-diagnostics-2026-01-01T00-00-00.zip');
    const files = unpack(content);
    expect(Object.keys(files)).toEqual(['README.txt', 'diagnostics.json', 'logs/cell-17.jsonl', 'logs/cell-18.jsonl']);
    expect(JSON.parse(files['diagnostics.json'] ?? '')).toEqual(collected.diagnostics);
    expect(files['logs/cell-17.jsonl']).toBe('{"message":"Grüße"}\n{"message":"second"}\n');
  });

  it('contains no planted secret', async () => {
    const files = unpack(packDiagnostics(await collectDiagnostics(sources)).content);
    expect(JSON.stringify(files)).not.toContain('planted');
  });

  it('opens when the clock of the machine is before the first time of an archive', async () => {
    const collected = await collectDiagnostics({ ...sources, wallNow: () => new Date(0) });
    expect(Object.keys(unpack(packDiagnostics(collected).content))).toContain('diagnostics.json');
  });

  it('opens with a large log too', async () => {
    const { diagnostics }: CollectedDiagnostics = await collectDiagnostics(sources);
    const line = JSON.stringify({ message: 'x'.repeat(1000) });
    const logs = new Map([['cell:17', Array.from({ length: 500 }, () => line)]]);
    const files = unpack(packDiagnostics({ diagnostics, logs }).content);
    expect(files['logs/cell-17.jsonl']).toHaveLength(500 * (line.length + 1));
  });
});
