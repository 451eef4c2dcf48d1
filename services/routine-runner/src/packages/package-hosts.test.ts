import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messages } from '@cellwright/domain/messages';
import { startModuleProcess } from '@cellwright/service-kit';
import { PackageHost } from '@cellwright/service-kit/sandbox/hosts';
import { findStepContract, refuseKind } from '@cellwright/steps/contracts';
import type { PackageAnswer, PackageCalls } from '@cellwright/steps/framework';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterEach, describe, expect, it } from 'vitest';
import { type PackageHosts, startPackageHosts } from './package-hosts.ts';

// In source, a process first compiles itself, which takes seconds on a busy machine.
const patience = { timeout: 60_000 };
/** A busy machine gets more time than in the product. */
const limits = { graceMS: 4000, killMS: 10_000 };
const log = { info: () => undefined, warn: () => undefined };
const null_: PackageAnswer = { ok: true, json: 'null' };
const endings: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  loadKindPackages([]);
});

/** Writes packages of one step kind each, by the bodies of `run`; a text is a whole file. */
function writePackages(bodies: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'kinds-'));
  endings.push(() => rmSync(path, { recursive: true }));
  for (const [name, body] of Object.entries(bodies)) {
    writePackage(path, name, `export const steps = { Act: { async run(args, cell) { ${body} } } };`);
  }
  return path;
}

function writePackage(path: string, name: string, source: string, changes: object = {}, folder = name): void {
  mkdirSync(join(path, folder));
  const step = {
    kind: 'Act',
    label: 'Act',
    description: 'Acts.',
    arguments: { type: 'object', properties: { count: { title: 'Count', type: 'integer', default: 2 } } },
    summary: 'Act {count} times',
    examples: [{ title: 'Act', args: {} }],
  };
  const manifest = { name, version: '1.0.0', contract: 1, main: 'index.js', steps: [step], ...changes };
  writeFileSync(join(path, folder, 'cellwright.json'), JSON.stringify(manifest));
  writeFileSync(join(path, folder, 'index.js'), source);
}

function start(path: string): PackageHosts {
  const hosts = startPackageHosts({ path, log, limits });
  endings.push(() => hosts.close());
  return hosts;
}

function openCell(answer: (name: string, args: unknown) => PackageAnswer | Promise<PackageAnswer> = () => null_) {
  const called: string[] = [];
  const calls: PackageCalls = {
    async call(name, args) {
      called.push(`${name} ${args}`);
      return answer(name, JSON.parse(args));
    },
  };
  return { called, calls };
}

async function play(hosts: PackageHosts, name: string, cell = openCell(), signal = new AbortController().signal) {
  const result = await hosts.run({ kind: `${name}/Act`, args: { count: 2 } }, cell.calls, signal);
  if (result.ok) return 'ended';
  return 'stopped' in result ? 'stopped' : result.failure.message;
}

const failureOf = (name: string, reason: string | RegExp) =>
  new RegExp(
    `^The step kind Act of the package ${name} failed\\. ${typeof reason === 'string' ? reason : reason.source}`,
  );

describe('The hosts of packages', patience, () => {
  it('play a step with its arguments, and with values of the cell', async () => {
    const path = writePackages({
      good: `const before = await cell.getVariable('v'); await cell.setVariable('v', before + args.count);`,
    });
    const hosts = start(path);
    const cell = openCell((name) => (name === 'getVariable' ? { ok: true, json: '40' } : null_));
    expect(await play(hosts, 'good', cell)).toBe('ended');
    expect(cell.called).toEqual(['getVariable ["v"]', 'setVariable ["v",42]']);
    expect(hosts.list()).toMatchObject([{ folder: 'good', version: '1.0.0', state: 'ready', restarts: 0 }]);
  });

  it('fail a step of a looping, hungry or talkative package by name, and play the next step', async () => {
    const path = writePackages({
      loops: `if (args.count === 2 && (await cell.getVariable('v')) === 0) for (;;) {}`,
      hungry: `const all = []; for (;;) all.push(new Array(1e6).fill(all.length));`,
      floods: `for (let n = 0; n < 100; n++) cell.log('n' + n);`,
      throws: `throw new Error('no lamp');`,
    });
    const hosts = start(path);
    const zero = () => ({ ok: true, json: '0' }) as const;
    expect(await play(hosts, 'loops', openCell(zero))).toMatch(
      failureOf('loops', 'The code ran for more than 1000 ms'),
    );
    expect(await play(hosts, 'loops')).toBe('ended');
    expect(await play(hosts, 'hungry')).toMatch(
      failureOf('hungry', /(The code used more than 64 MB|The code ran for more)/),
    );
    expect(await play(hosts, 'floods')).toMatch(failureOf('floods', 'Error: At most 32 calls can be pending at once'));
    expect(await play(hosts, 'throws')).toMatch(failureOf('throws', 'Error: no lamp \\(line 1\\)'));
    expect(hosts.list().map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
  });

  it('return from a stop at once, also while the package computes', async () => {
    const path = writePackages({ stubborn: `await cell.wait(1); for (;;) {}` });
    const hosts = start(path);
    const stop = new AbortController();
    const cell = openCell();
    const played = play(hosts, 'stubborn', cell, stop.signal);
    await expect.poll(() => cell.called, patience).toHaveLength(1);
    stop.abort();
    expect(await played).toBe('stopped');
  });

  it('give a package no files, no network, no other modules and no process', async () => {
    const path = writePackages({
      reaches: `await cell.log([typeof process, typeof require, typeof fetch, typeof WebSocket, typeof setTimeout].join());`,
    });
    writePackage(path, 'files', `import fs from 'node:fs'; export const steps = { Act: { run() {} } };`);
    const hosts = start(path);
    const cell = openCell();
    expect(await play(hosts, 'reaches', cell)).toBe('ended');
    expect(cell.called).toEqual(['log ["undefined,undefined,undefined,undefined,undefined"]']);
    const refusal = 'It imports node:fs. A package is one file, and reaches the cell through its calls only';
    expect(await play(hosts, 'files')).toContain(refusal);
    expect(hosts.list()[0]).toMatchObject({
      folder: 'files',
      state: 'failed',
      problem: expect.stringContaining(refusal),
    });
    expect(findStepContract('files/Act')?.refuseToPlay?.({}, () => undefined)).toContain(refusal);
  });

  it('refuse a module without the declared kind, and one outside its folder', async () => {
    const path = writePackages({});
    writePackage(path, 'empty', 'export const steps = {};');
    writePackage(path, 'linked', '');
    rmSync(join(path, 'linked', 'index.js'));
    symlinkSync('/etc/hostname', join(path, 'linked', 'index.js'));
    const hosts = start(path);
    expect(await play(hosts, 'empty')).toMatch(
      failureOf('empty', 'Its module does not export steps.Act with a function run'),
    );
    expect(hosts.list()).toMatchObject([
      { folder: 'empty', state: 'failed' },
      { folder: 'linked', state: 'failed', problem: 'index.js is outside the folder of the package' },
    ]);
  });

  it('use neither of two packages with one name', () => {
    const path = writePackages({ lamp: '' });
    writePackage(path, 'lamp', '', {}, 'lamp-copy');
    const problem = 'The folders lamp and lamp-copy contain the same package lamp. Remove one';
    expect(start(path).list()).toMatchObject([{ problem }, { problem }]);
    expect(refuseKind('lamp/Act')).toBe(`The package lamp cannot be used. ${problem}`);
    expect(refuseKind('none/Act')).toBe(
      `${messages.unknownKindName('none/Act')}: the package none is not installed. Install it and restart the cell`,
    );
  });
});

/** Starts a host whose process does not speak as ours. */
function startRogue(conduct: string) {
  const problems: (string | undefined)[] = [];
  const host = new PackageHost(
    { name: 'rogue', exported: ['steps.Act'], source: '' },
    {
      limits: { graceMS: 200, killMS: 10_000 },
      onState: (problem) => void problems.push(problem),
      start: () =>
        startModuleProcess(import.meta.url, './testing/rogue-process.fixture.ts', { packages: [], args: [conduct] }),
    },
  );
  endings.push(() => host.close());
  const run = () =>
    host.run(
      {
        entry: { kind: 'step', name: 'Act' },
        args: {},
        calls: openCell(() => new Promise(() => undefined)).calls,
        callNames: ['wait'],
      },
      new AbortController().signal,
    );
  return { host, run, problems };
}

const rogues = [
  ['nonsense', 'it sent a message that is not valid'],
  ['exits', 'Its process ended unexpectedly'],
  ['endless line', 'Its process ended unexpectedly'],
  ['calls', 'it made more calls than allowed'],
  ['freezes', 'The code ran for more than 1000 ms without waiting'],
] as const;

describe('A host of a package', patience, () => {
  it.each(pickRows(rogues, rogues.slice(0, 1)))(
    'fails the step of a process that %s, and starts it again',
    async (conduct, reason) => {
      const { host, run, problems } = startRogue(conduct);
      expect(await run()).toMatchObject({ ok: false, failure: { message: expect.stringContaining(reason) } });
      await expect.poll(() => problems, patience).toEqual([undefined, undefined]);
      expect(host.restarts).toBe(1);
    },
  );
});
