import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';
import { findInAnswer } from './answer-values.ts';
import { networkMessages } from './contract-wording.ts';

const variables = { count: 0, name: '' };
const get = { requestKind: 'http', url: 'http://orders.example/next' };
const request = (args: Readonly<Record<string, unknown>> = {}) =>
  step('NetworkRequest', { ...get, ...args }, [], { id: 'ask' });
const play = (args: Readonly<Record<string, unknown>> = {}) => playback([request(args)], { variables });
const answer = (body: string, status = 200, location?: string) =>
  ({ ok: true, value: { status, body, ...(location === undefined ? {} : { location }) } }) as const;

describe('A request over HTTP', () => {
  it('sends the configured request once and stores values of the answer in variables', async () => {
    const run = play({
      method: 'POST',
      headers: [{ name: 'X-Line', value: '2' }],
      body: { kind: 'variable', variableID: 'count' },
      timeoutMS: 1500,
      outputs: [
        { path: 'order.parts.0', variableID: 'name' },
        { path: 'order.count', variableID: 'count' },
      ],
    });
    run.cell.httpAnswers.push(answer('{"order":{"count":7,"parts":["bolt"]}}'));
    expect(await run.finish()).toEqual({ kind: 'completed' });
    const headers = [{ name: 'X-Line', value: '2' }];
    expect(run.cell.httpRequests).toEqual([{ method: 'POST', url: get.url, headers, body: '0', timeoutMS: 1500 }]);
    expect(Object.fromEntries(run.cell.variables)).toEqual({ count: 7, name: 'bolt' });
    expect(run.events).toEqual(expect.arrayContaining(['ask.isOk = true', 'ask.status = 200']));
  });

  it.each([
    ['a status that is no success', {}, answer('gone', 404), networkMessages.status(404)],
    ['a redirect', {}, answer('', 302, 'http://10.0.0.1/'), networkMessages.redirected(302, 'http://10.0.0.1/')],
    [
      'an answer that is no JSON',
      { outputs: [{ path: 'a', variableID: 'count' }] },
      answer('<p>'),
      networkMessages.notJSON,
    ],
    [
      'an answer without the value',
      { outputs: [{ path: 'a.b', variableID: 'count' }] },
      answer('{"a":{}}'),
      networkMessages.missingInAnswer('a.b'),
    ],
  ])('pauses the routine at %s until a user resumes, and does not repeat', async (_, args, given, message) => {
    const run = play(args);
    run.cell.httpAnswers.push(given);
    const result = run.play();
    await run.clock.advance(10_000);
    expect(run.cell.actions).toEqual([`held by NetworkRequestFailure: ${message}`]);
    expect(run.events).toContain(`ask.error = ${message}`);
    run.cell.recover();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.httpRequests).toHaveLength(1);
    expect(run.cell.variables.get('count')).toBe(0);
  });

  it('repeats when the routine is resumed if it was certainly not sent before', async () => {
    const run = play();
    const failure = { kind: 'NetworkRequestFailure', message: 'no connection', mayRetry: true } as const;
    run.cell.httpAnswers.push({ ok: false, failure }, answer('late'));
    const result = run.play();
    await run.clock.advance(10);
    run.cell.recover();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.httpRequests).toHaveLength(2);
    expect(run.events).toContain('ask.answer = late');
  });

  it('repeats after any failure if the author allows it', async () => {
    const run = play({ sendAgain: true });
    run.cell.httpAnswers.push(answer('', 500), answer('', 503), answer('fine'));
    const result = run.play();
    for (const _ of [1, 2]) {
      await run.clock.advance(10);
      run.cell.recover();
    }
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.httpRequests).toHaveLength(3);
  });

  it('continues after a failure if the author allows it, with the reason in its variables', async () => {
    const run = playback([request({ pauseOnFailure: false })], { variables, faults: ['requestUnanswered'] });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual([]);
    expect(run.events).toContain('ask.error = the server is away');
    expect(run.events).not.toContain('ask.isOk = true');
  });

  it('can accept any status', async () => {
    const run = play({ acceptAnyStatus: true });
    run.cell.httpAnswers.push(answer('none left', 404));
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.events).toEqual(expect.arrayContaining(['ask.status = 404', 'ask.isOk = true']));
  });

  it('ends with a stop while the routine is paused', async () => {
    const run = playback([request()], { variables, faults: ['requestUnreachable'] });
    const result = run.play();
    await run.clock.advance(10);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.cell.httpRequests).toHaveLength(1);
  });

  it('passes its simulated answer on: the cell decides whether to use it', async () => {
    const run = play({ simulatedAnswer: { body: 'as if' } });
    await run.finish();
    expect(run.cell.httpRequests[0]?.simulatedAnswer).toEqual({ status: 200, body: 'as if' });
  });
});

describe('A request for registers', () => {
  const registers = [
    { register: 'Speed', variableID: 'count', value: { kind: 'constant', value: 5 } },
    { register: 'Start', variableID: 'name', value: { kind: 'constant', value: true } },
  ];
  const modbus = (args: Readonly<Record<string, unknown>>, faults: readonly 'deviceFails'[] = []) =>
    playback([step('NetworkRequest', { registers, ...args }, [], { id: 'ask' })], { variables, faults });

  it('reads them in one command into the variable of each', async () => {
    const run = modbus({ equipmentID: 'plc' });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toEqual([
      { capability: 'registers', equipmentID: 'plc', command: { operation: 'read', registers: ['Speed', 'Start'] } },
    ]);
  });

  it('writes them in one command with the values of the expressions', async () => {
    const run = modbus({ operation: 'write' });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    const values = [
      { register: 'Speed', value: 5 },
      { register: 'Start', value: true },
    ];
    expect(run.cell.deviceCommands).toEqual([
      { capability: 'registers', equipmentID: undefined, command: { operation: 'write', values } },
    ]);
  });

  it('pauses the routine with a network request failure when the device fails, and does not write again', async () => {
    const run = modbus({ operation: 'write' }, ['deviceFails']);
    const result = run.play();
    await run.clock.advance(10);
    expect(run.cell.actions).toEqual([expect.stringMatching(/^held by NetworkRequestFailure: /)]);
    run.cell.recover();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toHaveLength(1);
  });
});

describe('A value in an answer', () => {
  it('can be at any depth', () => {
    const name = fc.stringMatching(/^[a-zA-Z_]{1,8}$/).filter((text) => text !== '__proto__');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), leaf, (path, value) => {
        const body = JSON.stringify(path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value));
        expect(findInAnswer(body, path.join('.'))).toEqual({ ok: true, value });
      }),
    );
  });

  it.each([
    ['', '[1', '[1'],
    ['a.length', '{"a":[1,2]}', 2],
    ['0.a', '[{"a":2}]', 2],
    ['a', '{"a":[1,{"b":2}]}', '[1,{"b":2}]'],
  ])('equals "%s" for %s', (path, body, value) => {
    expect(findInAnswer(body, path)).toEqual({ ok: true, value });
  });

  it.each(['constructor', 'a.0.b', 'n', 'toString'])('has no value at %s', (path) => {
    expect(findInAnswer('{"a":["x"],"n":null}', path)).toEqual({
      ok: false,
      error: networkMessages.missingInAnswer(path),
    });
  });
});
