import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { examples, makeDataPath, runToEnd, spawnCell, startCell, type TestCell, waitUntil } from './harness.ts';
import { type FirstUse, useOnceReady, workingFirstUse } from './ready.fixture.ts';

const pickAndPlace = join(examples, 'pick-and-place.json');

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns the ids of the processes that a cell announces; undefined without a cell. */
function readProcesses(dataPath: string): number[] | undefined {
  const file = join(dataPath, 'running.json');
  if (!existsSync(file)) return undefined;
  const { processes } = z.object({ processes: z.array(z.object({ pid: z.number() })) }).parse(readJson(file));
  return processes.map(({ pid }) => pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('first steps with a cell', () => {
  const data = makeDataPath();
  let cell: TestCell;
  let firstUse: FirstUse;
  beforeAll(async () => {
    const ended = new AbortController();
    const starting = startCell('compact', data.path, {}, { createsCluster: true });
    starting.catch((error: unknown) => ended.abort(error));
    firstUse = await useOnceReady(data.path, ended.signal);
    cell = await starting;
  }, 120_000);
  afterAll(async () => {
    await cell.stop();
    data.remove();
  });

  it('serve the command line, the set-up link and the sockets of the runner as soon as it is ready', () => {
    expect(firstUse).toEqual(workingFirstUse);
  });

  it('starts with its URL and suggestions', () => {
    expect(cell.output()).toContain(`Cellwright runs at ${cell.url}`);
    expect(cell.output()).toContain('npm run routine -- run examples/routines/pick-and-place.json');
  });

  it('serves HTTPS with its own certificate and prints the fingerprint of its authority', async () => {
    const { httpsUrl } = z.object({ httpsUrl: z.string() }).parse(readJson(join(data.path, 'running.json')));
    const ca = readFileSync(join(data.path, 'tls/ca.crt'), 'utf8');
    const status = await new Promise((resolve, reject) => {
      get(`${httpsUrl}/health/ready`, { ca, agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      );
    });
    expect(status).toBe(200);
    expect(cell.output()).toContain(`over HTTPS, at ${httpsUrl}`);
    expect(cell.output()).toContain(new X509Certificate(ca).fingerprint256);
  });

  it('prints only a token that gives access to the API', async () => {
    const { code, stdout } = await cell.runCli('token', ['--name', 'me']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cw_[\w-]+\n$/);
    const response = await fetch(`${cell.url}/api/v1/cell/equipment`, {
      headers: { authorization: `Bearer ${stdout.trim()}` },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('2FG7');
  });

  inExhaustiveRuns(() => {
    it('lists tokens and revokes them', async () => {
      await cell.runCli('token', ['--name', 'for a week', '--expires-in-days', '7']);
      const listed = (await cell.runCli('token', ['--list'])).stdout;
      const id = /^(token_\S+) {2}for a week {2}created .*, expires .*, never used$/m.exec(listed)?.[1] ?? '';
      expect(await cell.runCli('token', ['--revoke', id])).toMatchObject({ code: 0, stdout: `Revoked ${id}\n` });
      expect((await cell.runCli('token', ['--list'])).stdout).not.toContain('for a week');
    });
  });

  const tokenCalls: readonly (readonly [args: readonly string[], code: number, text: string])[] = [
    [['--name', 'me', '--expires-in-days', 'week'], 1, 'a whole number of days'],
    [[], 1, 'A token needs a name'],
    [['--help'], 0, '--revoke ID'],
  ];
  it.each(pickRows(tokenCalls, tokenCalls.slice(0, 1)))(
    'explains the refusal of token %j',
    async (args, code, text) => {
      const answer = await cell.runCli('token', args);
      expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(text)]);
    },
  );

  it('shows the input and output of a call', async () => {
    const { code, stdout } = await cell.runCli('call', ['proveRoutine', '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Dry-run a stored routine[\s\S]*Changes nothing/)]);
  });

  it('makes the admin key readable by its user only', () => {
    expect(statSync(join(data.path, 'admin-key')).mode & 0o777).toBe(0o600);
  });

  it('reports every problem of a file, with step, field and message', async () => {
    const file = JSON.parse(readFileSync(pickAndPlace, 'utf8'));
    file.routine.stepConfigurations.step_pp_cycle.args.times = -1;
    file.routine.stepConfigurations.step_pp_part.args.positionListID = 'nowhere';
    const broken = join(data.path, 'broken.json');
    writeFileSync(broken, JSON.stringify(file));
    const { code, stdout } = await cell.runCli('routine', ['validate', broken]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/step 2, times: /);
    expect(stdout).toMatch(/step 2\.1\.2, positionListID: Choose a valid space item/);
    expect((await cell.runCli('routine', ['validate', pickAndPlace])).code).toBe(0);
  });

  inExhaustiveRuns(() => {
    it('finds a file from the folder in which the user called npm', async () => {
      vi.stubEnv('INIT_CWD', examples);
      const { code } = await cell.runCli('routine', ['validate', 'pick-and-place.json']);
      vi.unstubAllEnvs();
      expect(code).toBe(0);
    });
  });

  const oddFiles: readonly (readonly [what: string, text: string])[] = [
    ['a truncated file', '{"format":"cellwright.routine","formatV'],
    ['something else', '{"hello":1}'],
    ['nothing', ''],
  ];
  it.each(pickRows(oddFiles, oddFiles.slice(0, 1)))('explains the refusal of %s', async (_what, text) => {
    const path = join(data.path, 'odd.json');
    writeFileSync(path, text);
    const { code, stdout } = await cell.runCli('routine', ['run', path]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/not valid JSON|not a routine file|format/);
  });

  it('requires --release-brakes before the live robot moves', async () => {
    const { code, stdout } = await cell.runCli('routine', ['run', join(examples, 'signal-tower.json'), '--live']);
    expect(code).toBe(1);
    expect(stdout).toContain('--release-brakes');
  });

  inExhaustiveRuns(() => {
    it('notifies users when a program takes control of a robot', async () => {
      const session = await openSession(cell.client, 'simulated');
      await session.send('setControlMode', { kind: 'api' });
      const headers = { authorization: `Bearer ${cell.client.adminKey}` };
      const read = async () =>
        (await fetch(`${cell.url}/api/v1/cell/notifications?kind=externalControl`, { headers })).text();
      await expect.poll(read).toContain('took control of the simulated robot with a program');
      await session.send('setControlMode', { kind: 'routine_editor' });
      session.close();
    });
  });

  inExhaustiveRuns(() => {
    it('plays on the twin of the live robot', async () => {
      const run = await cell.runCli('routine', [
        'run',
        join(examples, 'signal-tower.json'),
        '--live',
        '--release-brakes',
      ]);
      expect(run, run.stdout).toMatchObject({ code: 0 });
    });
  });

  /** Calls `play` with a promise of the arm's first move, and expects the run stopped when it has resolved. */
  const expectStopped = async (play: (moves: Promise<unknown>) => Promise<void>): Promise<void> => {
    const watcher = await openSession(cell.client, 'simulated');
    try {
      await play(watcher.waitFor(({ motionActivity }) => motionActivity === 'moving'));
    } finally {
      watcher.close();
    }
    const session = await openSession(cell.client, 'simulated');
    expect(session.state).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
    session.close();
  };

  it('stops the arm on Ctrl-C before it exits', () =>
    expectStopped(async (moves) => {
      const run = await cell.runCli('routine', ['run', pickAndPlace], { interruptWhen: moves });
      expect(run, run.stdout).toMatchObject({ code: 130 });
    }));

  it('stops the arm when its output can no longer be read', () =>
    expectStopped(
      async (moves) => void (await cell.runCli('routine', ['run', pickAndPlace], { closeOutputWhen: moves })),
    ));

  inExhaustiveRuns(() => {
    it('prints the failure, its message and its step when a run fails', async () => {
      const file = JSON.parse(readFileSync(join(examples, 'inspection-tour.json'), 'utf8'));
      file.routine.id = 'routine_unreachable';
      file.routine.stepConfigurations.step_it_corner_2.args.target.pose.x = 3;
      const path = join(data.path, 'unreachable.json');
      writeFileSync(path, JSON.stringify(file));
      const { code, stdout } = await cell.runCli('routine', ['run', path]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/Failure: .*\(step 2/);
    });

    it('runs again after a failure: a simulated robot is recovered automatically, a live one on confirmation', async () => {
      const run = (...args: string[]) => cell.runCli('routine', ['run', join(examples, 'signal-tower.json'), ...args]);
      const simulated = await run();
      expect(simulated, simulated.stdout).toMatchObject({ code: 0 });
      expect(simulated.stdout).toContain('Recovered the simulated robot');
      const session = await openSession(cell.client, 'live');
      await session.send('emergencyStop', {});
      await session.waitFor(({ kind }) => kind === 'Failure');
      session.close();
      expect(await run('--live')).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/EStopTriggered.*--recover/),
      });
      expect(await run('--live', '--recover', '--release-brakes')).toMatchObject({ code: 0 });
    }, 60_000);

    it('names the step interrupted by a fault of the robot', async () => {
      const session = await openSession(cell.client, 'simulated');
      const run = cell.runCli('routine', ['run', pickAndPlace]);
      await session.waitFor(({ run, motionActivity }) => run?.status === 'running' && motionActivity === 'moving');
      await session.send('forceInput', { name: 'E-Stop 1', level: 'low' });
      const { code, stdout } = await run;
      expect(code).toBe(1);
      expect(stdout).toMatch(/EStopTriggered: .*\(step 2\.\d+\.\d+\)/);
      await session.send('forceInput', { name: 'E-Stop 1', level: null });
      await session.waitFor(({ io }) => io['E-Stop 1'] === 'high');
      await session.send('recover', {});
      session.close();
    });
  });

  it('refuses another cell on its data in one sentence and continues', async () => {
    const { code, output } = await runToEnd(spawnCell('compact', { CELLWRIGHT_DATA: data.path, PORT: '0' }));
    expect(code).toBe(1);
    expect(output).toMatch(/Another Cellwright .* uses the data folder/);
    const token = await cell.runCli('token', ['--name', 'me']);
    expect(token, 'the first one is found as before').toMatchObject({ code: 0 });
  }, 60_000);

  it('ends without errors on Ctrl-C, also with a connected client, and keeps all data across a restart', async () => {
    const session = await openSession(cell.client, 'simulated');
    const before = cell.output();
    expect(await cell.stop()).toBe(0);
    expect(cell.output()).toBe(before);
    session.close();
    cell = await startCell('compact', data.path);
    const response = await fetch(`${cell.url}/api/v1/cell/routines`, {
      headers: { authorization: `Bearer ${cell.client.adminKey}` },
    });
    expect(await response.text()).toContain('Pick and place');
  }, 180_000);
});

describe('a cell that cannot start explains why in one sentence and exits with 1', () => {
  let data: ReturnType<typeof makeDataPath>;
  beforeEach(() => {
    data = makeDataPath();
  });
  afterEach(() => data.remove());

  const start = (env: Record<string, string> = {}) =>
    runToEnd(spawnCell('compact', { CELLWRIGHT_DATA: data.path, PORT: '0', ...env }));

  it('when its port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, output } = await start({ PORT: String(port) });
    server.close();
    expect([code, output.includes(`Port ${port} is used`)]).toEqual([1, true]);
  }, 60_000);

  it('when a newer version wrote its data', async () => {
    writeFileSync(join(data.path, 'format.json'), '{"formatVersion":999}');
    const { code, output } = await start();
    expect([code, output.trim().split('\n').length, output.includes('newer version')]).toEqual([1, 1, true]);
  });

  it('when its data folder is unusable', async () => {
    const file = join(data.path, 'file');
    writeFileSync(file, '');
    const { code, output } = await start({ CELLWRIGHT_DATA: file });
    expect([code, output.includes('cannot be used')]).toEqual([1, true]);
  });

  inExhaustiveRuns(() => {
    it('when the configured database does not respond', async () => {
      const { code, output } = await start({ DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/cells' });
      expect([code, output.trim().split('\n').length, output.includes('127.0.0.1:1/cells of DATABASE_URL')]).toEqual([
        1,
        1,
        true,
      ]);
      expect(output).not.toContain('secret');
    });
  });

  it('when a variable is wrong', async () => {
    const { code, output } = await start({ PORT: 'http' });
    expect([code, output.includes('PORT: must be a port number')]).toEqual([1, true]);
  });

  inExhaustiveRuns(() => {
    it('when a variable of one of its services is wrong', async () => {
      const { code, output } = await start({ KEEP_RUNS: 'many' });
      expect([code, output.includes('KEEP_RUNS: must be a whole number')]).toEqual([1, true]);
    });
  });

  it('and leaves nothing behind when it is interrupted during its start', async () => {
    const child = spawnCell('compact', { CELLWRIGHT_DATA: data.path, PORT: '0' });
    const ended = runToEnd(child);
    await waitUntil(() => (readProcesses(data.path)?.length ?? 0) >= 3, 60_000);
    const processes = readProcesses(data.path) ?? [];
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    await waitUntil(() => !processes.some(isAlive), 20_000);
    expect(readProcesses(data.path)).toBeUndefined();
  }, 90_000);
});

describe('folder without rights', () => {
  it('causes an error before any write', async () => {
    const data = makeDataPath();
    const locked = join(data.path, 'locked');
    mkdirSync(locked, { mode: 0o500 });
    // Root may write anywhere but into the kernel's own tree.
    const location = process.getuid?.() === 0 ? '/sys/cellwright' : join(locked, 'data');
    const { code, output } = await runToEnd(spawnCell('compact', { CELLWRIGHT_DATA: location, PORT: '0' }));
    data.remove();
    expect([code, output.includes('cannot be used')]).toEqual([1, true]);
  });
});
