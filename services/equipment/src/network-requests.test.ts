import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { HttpRequest } from '@cellwright/domain/basics';
import { RobotKind } from '@cellwright/proto/common';
import type { TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEquipmentDatabase, type EquipmentCell, startEquipmentCell } from './testing/equipment-cell.fixture.ts';

let database: TestDatabase;
let cell: EquipmentCell;
let server: Server;
let url: string;
let asked: string[];
let isSilent: boolean;

beforeEach(async () => {
  asked = [];
  isSilent = false;
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!isSilent) response.end('done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/orders`;
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url);
});
afterEach(async () => {
  await cell.stop();
  await database.drop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Options {
  readonly session?: 'live' | 'simulated' | 'twin';
  readonly stopEpoch?: number;
  readonly key?: string;
}
async function send(request: Partial<HttpRequest> = {}, options: Options = {}): Promise<unknown> {
  const { session = 'live', stopEpoch = 1, key = randomUUID() } = options;
  const { resultJson } = await cell.client.sendHttpRequest({
    robotKind: session === 'simulated' ? RobotKind.ROBOT_KIND_SIMULATED : RobotKind.ROBOT_KIND_LIVE,
    isTwin: session === 'twin',
    stopEpoch,
    requestJson: Buffer.from(JSON.stringify({ method: 'POST', url, headers: [], timeoutMS: 50_000, ...request })),
    idempotencyKey: key,
  });
  return JSON.parse(Buffer.from(resultJson).toString('utf8'));
}
const answered = { ok: true, value: { status: 200, body: 'done' } };

describe('a request over the network', () => {
  it('runs once for each key, also after a restart', async () => {
    const key = randomUUID();
    expect(await send({}, { key })).toEqual(answered);
    expect(await send({}, { key })).toEqual(answered);
    await cell.stop();
    cell = await startEquipmentCell(database.url);
    expect(await send({}, { key })).toEqual(answered);
    expect(asked).toEqual(['POST /orders']);
    await expect(send({ method: 'DELETE' }, { key })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('does not run again if it was started without a recorded end', async () => {
    isSilent = true;
    const key = randomUUID();
    const begun = send({}, { key }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const other = await startEquipmentCell(database.url, { runSimulators: false });
    const { client } = cell;
    cell = { ...cell, client: other.client };
    await expect(send({}, { key })).rejects.toMatchObject({ code: 'conflict', details: { reason: 'outcome_unknown' } });
    cell = { ...cell, client };
    server.closeAllConnections();
    expect(await begun).toMatchObject({ ok: false, failure: { reason: 'outcomeUnknown' } });
    expect(asked).toHaveLength(1);
    await other.stop();
  });

  it('ends with a stop, and is dropped in an ended epoch', async () => {
    isSilent = true;
    const result = send({}, { stopEpoch: 3 });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await cell.stopDevices(4, 'live');
    expect(await result).toEqual({ ok: false, stopped: true });
    await expect(send({}, { stopEpoch: 3 })).rejects.toMatchObject({ details: { reason: 'stale_epoch' } });
    expect(asked).toHaveLength(1);
  });

  it('continues after the stop of another session', async () => {
    isSilent = true;
    const result = send({ timeoutMS: 2000 });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await cell.stopDevices(9, 'simulated');
    expect(await result).toMatchObject({ failure: { reason: 'timeout' } });
  });

  it.each(['simulated', 'twin'] as const)('gets its own answer in a %s session, and is not sent', async (session) => {
    const simulatedAnswer = { status: 201, body: 'as if' };
    expect(await send({ simulatedAnswer }, { session })).toEqual({ ok: true, value: simulatedAnswer });
    expect(asked).toEqual([]);
    expect(await send({}, { session })).toEqual(answered);
    expect(await send({ simulatedAnswer })).toEqual(answered);
    expect(asked).toHaveLength(2);
  });

  it('fails by name if it is invalid', async () => {
    await expect(send({ timeoutMS: 1 })).rejects.toThrow('The request is not valid. timeoutMS: ');
    await expect(send({}, { key: '' })).rejects.toThrow('needs an idempotency key');
    const request = { robotKind: RobotKind.ROBOT_KIND_LIVE, isTwin: false, stopEpoch: 1, idempotencyKey: randomUUID() };
    await expect(cell.client.sendHttpRequest({ ...request, requestJson: Buffer.from('{"url":') })).rejects.toThrow(
      'The request is not JSON text',
    );
    expect(asked).toEqual([]);
  });
});
