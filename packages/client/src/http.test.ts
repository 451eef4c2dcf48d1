import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createHttp, type HttpOptions } from './http.ts';

const schema = z.object({ id: z.string() });
const refusal = (code: string) => JSON.stringify({ error: code, message: 'No.', details: { field: 'name' } });

/** Starts a cell that gives these answers in order and repeats the last one. */
function startHttp(answers: readonly (readonly [status: number, body: string] | 'nobody' | 'silence')[]) {
  const clock = new VirtualClock();
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: HttpOptions['fetch'] = async (input, init = {}) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? 'nobody';
    asked.push({ url: String(input), init });
    if (answer === 'nobody') throw new TypeError('fetch failed');
    if (answer === 'silence') {
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    }
    return new Response(answer[1], { status: answer[0], headers: { etag: '"4"' } });
  };
  return { clock, asked, http: createHttp({ url: 'http://cell', token: 'cw_good', fetch, clock }) };
}

describe('createHttp', () => {
  it('sends the token, the query and JSON and returns the version', async () => {
    const { http, asked } = startHttp([[200, '{"id":"a"}']]);
    const answer = await http.exchange('POST', '/api/v1/cell/things', {
      schema,
      query: { limit: 2, name: undefined },
      body: { name: 'x' },
      idempotencyKey: 'k1',
    });
    expect(answer).toEqual({ data: { id: 'a' }, etag: '"4"' });
    expect(asked[0]).toMatchObject({
      url: 'http://cell/api/v1/cell/things?limit=2',
      init: {
        method: 'POST',
        body: '{"name":"x"}',
        headers: { authorization: 'Bearer cw_good', 'content-type': 'application/json', 'idempotency-key': 'k1' },
      },
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'sends no body with %s, which would become null',
    async (jerkLimit) => {
      const { http, asked } = startHttp([[200, '{"id":"a"}']]);
      await expect(http.request('PATCH', '/a', { schema, body: { limits: [{ jerkLimit }] } })).rejects.toMatchObject({
        code: 'request_failed_validation',
        message: `jerkLimit: ${jerkLimit} is not a finite number`,
      });
      expect(asked).toEqual([]);
    },
  );

  it('sends a new idempotency key with every change', async () => {
    const { http, asked } = startHttp([[200, '{"id":"a"}']]);
    await http.request('DELETE', '/a', { schema });
    await http.request('DELETE', '/b', { schema });
    const keys = asked.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
  });

  it('throws the code, message and details of a refusal', async () => {
    const { http } = startHttp([[409, refusal('conflict')]]);
    const asked = http.request('PATCH', '/a', { schema, body: {} });
    await expect(asked).rejects.toMatchObject({ code: 'conflict', message: 'No.', details: { field: 'name' } });
  });

  it.each([
    ['another program', 200, '<html>'],
    ['another API', 200, '{"hello":1}'],
    ['another program that refuses', 404, 'Not Found'],
  ])('rejects %s as not a cell', async (_who, status, body) => {
    const { http, asked } = startHttp([[status, body]]);
    await expect(http.request('GET', '/a', { schema })).rejects.toMatchObject({
      code: 'unavailable',
      details: { reason: 'notACell' },
    });
    expect(asked).toHaveLength(1);
  });
});

describe('createHttp, reads', () => {
  it('retries when nothing answered or the cell is starting', async () => {
    const { http, asked, clock } = startHttp(['nobody', [503, refusal('service_initializing')], [200, '{"id":"a"}']]);
    expect(await clock.runUntilSettled(http.request('GET', '/a', { schema }))).toEqual({ id: 'a' });
    expect(asked).toHaveLength(3);
    expect(clock.now()).toBe(1000);
  });

  it('gives up after three attempts', async () => {
    const { http, asked, clock } = startHttp(['nobody']);
    const read = clock.runUntilSettled(http.request('GET', '/a', { schema }));
    await expect(read).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'nothingAnswers' } });
    expect(asked).toHaveLength(3);
  });

  it('repeats once, 1 s after a timeout', async () => {
    const { http, clock, asked } = startHttp(['silence', [200, '{"id":"a"}']]);
    const read = clock.runUntilSettled(http.request('GET', '/a', { schema, deadlineMS: 3000 }));
    expect(await read).toEqual({ id: 'a' });
    expect(asked).toHaveLength(2);
    expect(clock.now()).toBe(4000);
  });

  it('has one deadline for all attempts and another when it is sent again', async () => {
    const { http, clock, asked } = startHttp(['silence']);
    const read = clock.runUntilSettled(http.request('GET', '/a', { schema, deadlineMS: 3000 }));
    await expect(read).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'late' } });
    expect(clock.now()).toBe(7000);
    expect(asked).toHaveLength(2);
  });

  it('ends with the signal of its caller', async () => {
    const { http, clock } = startHttp(['silence']);
    const controller = new AbortController();
    const read = http.request('GET', '/a', { schema, signal: controller.signal });
    controller.abort(new Error('left the page'));
    await expect(read).rejects.toThrow('left the page');
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('createHttp, changes', () => {
  it('never repeats after a timeout', async () => {
    const { http, clock, asked } = startHttp(['silence']);
    const change = clock.runUntilSettled(http.request('POST', '/a', { schema, body: {}, deadlineMS: 3000 }));
    const message = expect.stringContaining('the change may have been made');
    await expect(change).rejects.toMatchObject({ message, details: { reason: 'late' } });
    expect(asked).toHaveLength(1);
  });

  it.each([['nobody'], [[503, refusal('unavailable')]]] as const)('does not retry %j', async (answer) => {
    const { http, asked } = startHttp([answer]);
    await expect(http.request('POST', '/a', { schema, body: {} })).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toHaveLength(1);
  });
});
