import { createCellClient, createHttp } from '@cellwright/client';
import { routineSchema } from '@cellwright/domain/routine';
import { expect, it } from 'vitest';
import { validateVersion } from './validate-version.ts';

const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Pick',
  steps: [{ id: 'a', stepKind: 'Wait', isDisabled: false }],
  stepConfigurations: { a: { stepKind: 'Wait', args: { milliseconds: 500 } } },
});
const saved = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const stored = { ...routine, ...saved, version: 6, updatedByID: 'user_1', updatedByName: 'Ada' };
const problem = { kind: 'invalidConfiguration', message: 'This step has no position' };

it('validateVersion checks the steps of that version, not those of the newest', async () => {
  const sent: { readonly call: string; readonly body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ call: `${init?.method} ${String(input)}`, body });
    return Response.json(init?.method === 'GET' ? stored : { problems: [problem] });
  };
  const cell = createCellClient(createHttp({ url: '', fetch }));

  expect(await validateVersion(cell, 'routine_1', 6)).toMatchObject([problem]);
  expect(sent.map(({ call }) => call)).toEqual([
    'GET /api/v1/cell/routines/routine_1?version=6',
    'POST /api/v1/cell/routines/validate',
  ]);
  expect(sent[1]?.body).toMatchObject({ routine: { id: 'routine_1', name: 'Pick' } });
  expect(sent[1]?.body).not.toHaveProperty('routine.version');
});
