import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debugStateSchema } from '@cellwright/domain/run';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { shareArmCell } from './arm-cell.ts';
import { examples, makeDataPath } from './harness.ts';

const wait = (milliseconds: number) => ({ stepKind: 'Wait', args: { milliseconds } });
const set = (newValue: object) => ({
  stepKind: 'SetEnvironmentVariable',
  args: { variableID: 'variable_count', newValue, isGlobal: false },
});
const file = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_debugged',
    name: 'Debugged',
    environmentVariables: [{ id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false }],
    steps: [
      { id: 'step_first', stepKind: 'Wait', description: 'First' },
      {
        id: 'step_loop',
        stepKind: 'Loop',
        steps: [
          { id: 'step_count', stepKind: 'SetEnvironmentVariable' },
          { id: 'step_pause', stepKind: 'Wait' },
        ],
      },
      { id: 'step_last', stepKind: 'SetEnvironmentVariable' },
    ],
    stepConfigurations: {
      step_first: wait(10),
      step_loop: { stepKind: 'Loop', args: { times: 3 } },
      step_count: set({ kind: 'JavaScript', source: 'variables.count + 1' }),
      step_pause: wait(10),
      step_last: set({ kind: 'constant', value: 100 }),
    },
  },
};

const data = makeDataPath();
const path = join(data.path, 'debugged.json');
const cell = shareArmCell();
beforeAll(async () => {
  writeFileSync(path, JSON.stringify(file));
}, 120_000);
afterAll(async () => {
  data.remove();
});

const debug = (...commands: string[]) =>
  cell.runCli('routine', ['debug', path], { input: commands.map((command) => `${command}\n`).join('') });

describe('routine debug', () => {
  it('breaks, steps, prints, sets, watches and continues by a script', async () => {
    const { code, stdout } = await debug(
      'break 2.1 if count == 1',
      'break First after',
      'watch count * 10',
      'run',
      'continue',
      'print count',
      'step',
      'set count 7',
      'delete all',
      'disable 3',
      'next',
      'to 2.2',
      'continue',
      'print',
    );
    expect(code, stdout).toBe(0);
    expect(stdout.slice(stdout.indexOf('  before')).split('\n')).toEqual([
      '  before 2.1 if count = 1',
      '  before 2.1 if count = 1',
      '  after 1',
      '  count * 10 = 0',
      '❚❚ after 1 Wait (breakpoint)',
      '  count * 10 = 0',
      '❚❚ before 2.1 SetEnvironmentVariable (breakpoint)',
      '  count * 10 = 10',
      'count = 1',
      '❚❚ before 2.2 Wait (step)',
      '  count * 10 = 20',
      'count = 7',
      'No breakpoints',
      '3 is skipped in this run',
      '❚❚ before 2.1 SetEnvironmentVariable (step)',
      '  count * 10 = 70',
      '❚❚ before 2.2 Wait (run to here)',
      '  count * 10 = 80',
      'The run is completed',
      'count = 8',
      '',
    ]);
  }, 60_000);

  inExhaustiveRuns(() => {
    it('prints refusals, continues, and exits with the failure of the script', async () => {
      const { code, stdout } = await debug(
        'dance',
        'break 9',
        'set height 3',
        'answer',
        'continue',
        'watch',
        'where',
        'quit',
        'run',
      );
      expect(code).toBe(1);
      for (const text of [
        "Unknown command 'dance'",
        "Unknown step '9'",
        "Unknown variable 'height'",
        'The routine shows no prompt',
        'No routine is paused',
        'Enter an expression',
      ]) {
        expect(stdout).toContain(text);
      }
      expect(stdout).not.toContain('The run is completed');
    }, 60_000);
  });

  it('pauses the arm on its path and stops it on exit', async () => {
    const example = join(examples, 'pick-and-place.json');
    const input = 'break 2.1.2\nrun\nwhere\n';
    const { code, stdout } = await cell.runCli('routine', ['debug', example], { input });
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('❚❚ before 2.1.2 Waypoint (breakpoint)');
    const session = await openSession(cell.client, 'simulated');
    await session.waitFor(({ kind, run }) => kind === 'Idle' && run?.status === 'stopped');
    session.close();
  }, 60_000);

  inExhaustiveRuns(() => {
    it('refuses a file with errors', async () => {
      const broken = join(data.path, 'broken.json');
      const loop = { stepKind: 'Loop', args: { times: -1 } };
      const { routine } = file;
      const stepConfigurations = { ...routine.stepConfigurations, step_loop: loop };
      writeFileSync(broken, JSON.stringify({ ...file, routine: { ...routine, stepConfigurations } }));
      const { code, stdout } = await cell.runCli('routine', ['debug', broken], { input: 'run\n' });
      expect([code, stdout]).toEqual([1, expect.stringContaining('step 2, times')]);
    }, 30_000);
  });
});

describe('debugger over HTTP', () => {
  const debugged = z.object({ debug: debugStateSchema, isPaused: z.boolean(), run: z.looseObject({}).nullable() });
  const call = async (method: string, route: string, body?: object) => {
    const response = await fetch(`${cell.url}/api/v1/cell${route}`, {
      method,
      headers: {
        authorization: `Bearer ${cell.client.adminKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  };
  const simulated = '/robots/simulated/debug';
  const paused = async () => {
    const read = async () => debugged.parse((await call('GET', simulated)).body).debug.pausedAt;
    await expect.poll(read).not.toBeNull();
    const place = await read();
    return `${place?.reason} ${place?.when} ${place?.stepPath}`;
  };

  it('sets breakpoints, steps, sets variables and continues', async () => {
    const { routineID } = await cell.client.importRoutine(readFileSync(path, 'utf8'));
    const breakpoints = [{ stepID: 'step_loop' }];
    expect(await call('PUT', `${simulated}/breakpoints`, { routineID, breakpoints })).toMatchObject({ status: 200 });
    const session = await openSession(cell.client, 'simulated');
    await session.send('loadRoutine', { routineID });
    await session.send('releaseControl', {});
    session.close();
    const expression = { kind: 'variable', variableID: 'variable_count' };
    expect(await call('PUT', `${simulated}/watches`, { watches: [{ expression }] })).toMatchObject({
      body: { watches: [{ value: 0 }] },
    });
    expect(await call('POST', `${simulated}/step-into`, {})).toMatchObject({ status: 200 });
    expect(await paused()).toBe('step before 1');
    const disabled = { stepID: 'step_first', isDisabled: true };
    expect(await call('PUT', `${simulated}/disabled-steps`, disabled)).toMatchObject({
      body: { disabledStepIDs: ['step_first'] },
    });
    await call('POST', `${simulated}/step-over`, {});
    await expect.poll(paused).toBe('step before 2');
    expect(await call('PUT', `${simulated}/variables`, { variableID: 'variable_count', value: 41 })).toMatchObject({
      status: 200,
      body: { isPaused: true },
    });
    await call('POST', `${simulated}/run-to`, { stepID: 'step_pause' });
    await expect.poll(paused).toBe('runTo before 2.2');
    const watched = async () => debugged.parse((await call('GET', simulated)).body).debug.watches[0]?.value;
    await expect.poll(watched).toBe(42);
    expect(await call('POST', `${simulated}/continue`)).toMatchObject({ status: 200 });
    const status = async () => debugged.parse((await call('GET', simulated)).body).run?.status;
    await expect.poll(status).toBe('completed');
  }, 60_000);

  it('reports invalid requests', async () => {
    const breakpoints = [{ stepID: 'a' }, { stepID: 'a' }];
    expect(await call('PUT', `${simulated}/breakpoints`, { routineID: 'r', breakpoints })).toMatchObject({
      status: 400,
      body: { error: 'request_failed_validation' },
    });
    expect(await call('POST', `${simulated}/continue`)).toMatchObject({ body: { error: 'routine_must_be_running' } });
  });
});
