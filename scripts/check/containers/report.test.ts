import { describe, expect, it } from 'vitest';
import { CommandError, run } from './commands.ts';
import { NotRun, Report, until } from './report.ts';
import { runChecks } from './run-checks.ts';

const silent = () => undefined;

describe('report of the container check', () => {
  it('has the result passed when every point passes', async () => {
    const report = new Report(silent);
    expect(await report.point('a', async () => ({ figure: 1 }))).toEqual({ figure: 1 });
    expect([report.result, report.exitCode]).toEqual(['passed', 0]);
    expect(report.points).toMatchObject([{ name: 'a', status: 'passed', figures: { figure: 1 } }]);
  });

  it('has the result "not run", never "passed", when a point was not checked', async () => {
    const report = new Report(silent);
    await report.point('a', async () => ({}));
    report.leaveOut('b', 'there is no engine');
    expect([report.result, report.exitCode]).toEqual(['not run', 3]);
    expect(report.table()).toMatch(/^b +not run .* there is no engine$/m);
  });

  it('has the result failed when one failed, and still checks the others', async () => {
    const report = new Report(silent);
    await report.point('a', async () => Promise.reject(new Error('a shell is missing')));
    await report.point('b', async () => Promise.reject(new NotRun('no engine')));
    await report.point('c', async () => ({}));
    expect([report.result, report.exitCode]).toEqual(['FAILED', 1]);
    expect(report.points.map(({ status }) => status)).toEqual(['FAILED', 'not run', 'passed']);
  });

  it('has the result "not run" for an interrupted point', async () => {
    const interrupted = new AbortController();
    const report = new Report(silent, interrupted.signal);
    interrupted.abort();
    await report.point('a', async () => Promise.reject(new Error('aborted')));
    expect(report.points).toMatchObject([{ name: 'a', status: 'not run', problem: 'interrupted' }]);
  });

  it("contains the end of a program's output", async () => {
    const report = new Report(silent);
    await report.point('a', async () => ({
      said: await run(process.execPath, ['-e', 'console.error("no space"); process.exit(4)']),
    }));
    expect(report.points[0]?.problem).toMatch(/ended with code 4\nno space/);
  });

  it('has the result "not run" for every point without an engine', async () => {
    const report = await runChecks({
      ...{ signal: new AbortController().signal, isOffline: true, say: silent },
      find: () => Promise.reject(new NotRun('no container engine answers to docker')),
    });
    expect([report.result, report.exitCode]).toEqual(['not run', 3]);
    expect(new Set(report.points.map(({ status }) => status))).toEqual(new Set(['not run']));
    expect(report.points.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['engine', 'images', 'stack', 'routine', 'come back', 'roll-over', 'chart']),
    );
  });
});

describe('run', () => {
  it('passes input to a program and returns its output', async () => {
    expect(await run(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], { input: 'hello' })).toBe('hello');
  });

  it('ends the program when the check is interrupted', async () => {
    const interrupted = new AbortController();
    const waits = run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { signal: interrupted.signal });
    interrupted.abort();
    await expect(waits).rejects.toThrow(CommandError);
  });
});

it('retries until there is an answer and reports a missing one', async () => {
  let asked = 0;
  const ask = async () => (++asked === 3 ? 'here' : undefined);
  expect(await until(ask, { withinMS: 60_000, everyMS: 1, sentence: 'nothing' })).toBe('here');
  const never = until(async () => undefined, { withinMS: 0, everyMS: 1, sentence: 'it is not healthy' });
  await expect(never).rejects.toThrow('it is not healthy within 0 s');
});
