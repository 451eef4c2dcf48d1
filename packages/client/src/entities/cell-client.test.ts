import { describe, expect, it } from 'vitest';
import { createHttp } from '../http.ts';
import { createCellClient } from './cell-client.ts';

const stamps = {
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  updatedByID: 'user_1',
  updatedByName: 'Ada',
};
const item = { id: 'space_1', kind: 'singlePosition', name: 'P1', positions: [], global: true, ...stamps };

interface Sent {
  readonly call: string;
  readonly ifMatch: string | null;
  readonly body: unknown;
}

/** Returns a cell that gives every request the same answer and records it. */
function cellThatAnswers(answer: unknown, status = 200) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    sent.push({
      call: `${init?.method} ${String(input)}`,
      ifMatch: headers.get('if-match'),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return Response.json(answer, { status });
  };
  return { cell: createCellClient(createHttp({ url: '', fetch })), sent };
}

describe('createCellClient', () => {
  it('finds with filters, order and page and returns the total count', async () => {
    const { cell, sent } = cellThatAnswers({ items: [item], pagination: { total: 41, limit: 1, offset: 2 } });
    const page = await cell.globalSpace.find({ kind: 'singlePosition', sort: '-updatedAt', limit: 1, offset: 2 });
    expect(page.total).toBe(41);
    expect(page.items[0]).toMatchObject({ name: 'P1', version: 3, updatedByName: 'Ada' });
    expect(sent[0]?.call).toBe('GET /api/v1/cell/space-items?kind=singlePosition&sort=-updatedAt&limit=1&offset=2');
  });

  it('saves only over the version that was changed', async () => {
    const { cell, sent } = cellThatAnswers(item);
    const { version, createdAt, updatedAt, updatedByID, updatedByName, ...document } =
      await cell.globalSpace.get('a/b');
    await cell.globalSpace.replace('a/b', document, version);
    await cell.globalSpace.patch('a/b', { name: 'P2', description: null }, version);
    expect(sent.map(({ call, ifMatch }) => `${call} ${ifMatch}`)).toEqual([
      'GET /api/v1/cell/space-items/a%2Fb null',
      'PUT /api/v1/cell/space-items/a%2Fb "3"',
      'PATCH /api/v1/cell/space-items/a%2Fb "3"',
    ]);
    expect(sent[2]?.body).toEqual({ name: 'P2', description: null });
  });

  it('removes, restores, and lists versions and uses', async () => {
    const version = { version: 2, savedAt: stamps.createdAt, savedByID: 'user_1', savedByName: 'Ada' };
    const { cell, sent } = cellThatAnswers({ ...item, items: [version], pagination: { total: 1 } });
    await cell.globalSpace.remove('s');
    await cell.globalSpace.restore('s');
    await cell.globalSpace.restoreVersion('s', 2);
    expect((await cell.globalSpace.versions('s')).items).toEqual([version]);
    expect(sent.map(({ call }) => call)).toEqual([
      'DELETE /api/v1/cell/space-items/s',
      'POST /api/v1/cell/space-items/s/restore',
      'POST /api/v1/cell/space-items/s/versions/2/restore',
      'GET /api/v1/cell/space-items/s/versions',
    ]);
  });

  it('fails with the error code of the cell', async () => {
    const { cell } = cellThatAnswers({ error: 'conflict', message: 'It was saved meanwhile' }, 409);
    await expect(cell.globalVariables.remove('v', 1)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses an answer that is not such a document', async () => {
    const { cell } = cellThatAnswers({ ...item, positions: 'none' });
    await expect(cell.globalSpace.get('s')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
