import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type GatewayBench, startGatewayBench } from '../testing/gateway-bench.fixture.ts';

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

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('names nothing that is not in it', async () => {
    const validator = new Validator();
    await validator.validate(structuredClone(document));
    expect(() => validator.resolveRefs()).not.toThrow();
    expect(document).toMatchObject({
      components: { schemas: { Step: { properties: { steps: { items: { $ref: '#/components/schemas/Step' } } } } } },
    });
  });

  it('says of every answer what is in it', () => {
    const undescribed = Object.entries(pathsSchema.parse(document.paths)).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([, answer]) => !z.object({ content: z.record(z.string(), z.unknown()) }).safeParse(answer).success)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expect(undescribed).toEqual([]);
  });

  it.each(['/api/v1/cell/login', '/api/v1/cell/setup', '/health/live', '/metrics'])(
    'says that %s needs no token',
    (path) => {
      const operations = Object.values(pathsSchema.parse(document.paths)[path] ?? {});
      expect(operations).toHaveLength(1);
      expect(operations).toMatchObject([{ security: [] }]);
    },
  );
});
