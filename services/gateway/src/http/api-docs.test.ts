import asyncAPI from '@asyncapi/specs';
import { robotFrameSchema } from '@cellwright/domain/run';
import { runnerMessages } from '@cellwright/domain/runner-socket';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type GatewayBench, startGatewayBench, watcherToken } from '../testing/gateway-bench.fixture.ts';

const readOnly = { authorization: `Bearer ${watcherToken}` };
let bench: GatewayBench;
let document: Record<string, unknown>;
beforeAll(async () => {
  bench = await startGatewayBench();
  document = z.record(z.string(), z.unknown()).parse(await (await fetch(`${bench.url}/api/v1/openapi.json`)).json());
});
afterAll(() => bench.stop());

const pathsSchema = z.record(
  z.string(),
  z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
);

describe('The OpenAPI document', () => {
  it('passes validation', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('contains everything that it refers to', async () => {
    const validator = new Validator();
    await validator.validate(structuredClone(document));
    expect(() => validator.resolveRefs()).not.toThrow();
    expect(document).toMatchObject({
      components: { schemas: { Step: { properties: { steps: { items: { $ref: '#/components/schemas/Step' } } } } } },
    });
  });

  it('describes the content of every response', () => {
    const undescribed = Object.entries(pathsSchema.parse(document.paths)).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([, answer]) => !z.object({ content: z.record(z.string(), z.unknown()) }).safeParse(answer).success)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expect(undescribed).toEqual([]);
  });

  it.each(['/api/v1/cell/login', '/api/v1/cell/setup', '/health/live'])('documents that %s needs no token', (path) => {
    const operations = Object.values(pathsSchema.parse(document.paths)[path] ?? {});
    expect(operations).toHaveLength(1);
    expect(operations).toMatchObject([{ security: [] }]);
  });
});

describe('The AsyncAPI document', () => {
  let sockets: Record<string, unknown>;
  beforeAll(async () => {
    const answer = await fetch(`${bench.url}/api/v1/asyncapi.json`);
    sockets = z.record(z.string(), z.unknown()).parse(await answer.json());
  });
  /** Returns a validator by the schema of this name in the document. */
  const validatorOf = (name: string) =>
    new Ajv({ strict: false, validateFormats: false })
      .addSchema(sockets, 'sockets')
      .compile({ $ref: `sockets#/components/schemas/${name}` });

  it('follows the schema of AsyncAPI 3.0', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
    const validate = ajv.compile(asyncAPI.schemas['3.0.0']);
    validate(sockets);
    expect(validate.errors).toBeNull();
  });

  it('contains everything that it refers to', () => {
    const references = JSON.stringify(sockets).match(/"\$ref":"#[^"]+"/g) ?? [];
    const missing = [...new Set(references)].filter((reference) => {
      const [, ...path] = reference.slice('"$ref":"'.length, -1).split('/');
      return (
        path.reduce<unknown>((at, key) => z.record(z.string(), z.unknown()).safeParse(at).data?.[key], sockets) ===
        undefined
      );
    });
    expect([missing, references.length > 100]).toEqual([[], true]);
  });

  it('contains every message with its response, for both robots', () => {
    const { operations } = z.object({ operations: z.record(z.string(), z.unknown()) }).parse(sockets);
    const kinds = ['follow', 'authenticate', ...Object.keys(runnerMessages)];
    expect(Object.keys(operations).sort()).toEqual(
      ['live', 'simulated'].flatMap((robot) => kinds.map((kind) => `${robot}.${kind}`)).sort(),
    );
  });

  it('accepts messages as they are sent, and rejects others', () => {
    const play = validatorOf('playRoutine');
    expect(play({ id: '1', kind: 'playRoutine', payload: { fromStepID: 'step_1' } })).toBe(true);
    expect(play({ id: '1', kind: 'playRoutine', payload: { fromStep: 'step_1' } })).toBe(false);
    const evaluate = validatorOf('evaluateConditional');
    const ask = (expression: object) => evaluate({ id: '1', kind: 'evaluateConditional', payload: { expression } });
    expect(ask({ kind: 'constant', value: 1 })).toBe(true);
    expect(ask({ kind: 'guess', value: 1 })).toBe(false);
    expect(validatorOf('frame')(robotFrameSchema.parse({ kind: 'frame', seq: 1, t: 0.5, q: [0, 0, 0, 0, 0, 0] }))).toBe(
      true,
    );
    const stopped = validatorOf('stopResponse');
    expect(stopped({ kind: 'response', id: '1', ok: true, result: { stopEpoch: 2 } })).toBe(true);
    expect(stopped({ kind: 'response', id: '1', ok: false, error: { code: 'conflict', message: 'No' } })).toBe(true);
    expect(stopped({ kind: 'response', id: '1', ok: true, result: {} })).toBe(false);
  });
});

describe.each([
  '/api/v1/openapi.json',
  '/api/v1/asyncapi.json',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui-bundle.js',
])('%s', (path) => {
  const get = (headers: Record<string, string>) => fetch(`${bench.url}${path}`, { headers });

  it.each(['br', 'gzip'])('sends the document compressed to a client that accepts %s', async (encoding) => {
    const answer = await get({ 'accept-encoding': encoding });
    expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      200,
      encoding,
      'accept-encoding',
    ]);
    // The decoded content equals what clients get that accept no encoding.
    expect(await answer.text()).toBe(await (await get({ 'accept-encoding': 'identity' })).text());
  });

  it('does not send the document again to a client that has cached it', async () => {
    const headers = { 'accept-encoding': 'br' };
    const etag = (await get(headers)).headers.get('etag') ?? '';
    const again = await get({ ...headers, 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe.each(['/metrics', '/api/v1/metrics/prometheus'])('%s', (path) => {
  it('requires a token, and no permission', async () => {
    expect((await fetch(`${bench.url}${path}`)).status).toBe(401);
    expect((await fetch(`${bench.url}${path}`, { headers: { authorization: 'Bearer cw_guess' } })).status).toBe(401);
    const answer = await fetch(`${bench.url}${path}`, { headers: readOnly });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  });
});
