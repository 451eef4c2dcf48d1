import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { externalControlSettingsSchema } from '@cellwright/domain/robot';
import { RobotKind } from '@cellwright/proto/common';
import type { TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEquipmentDatabase, type EquipmentCell, startEquipmentCell } from '../testing/equipment-cell.fixture.ts';
import { serveDocument } from '../testing/served-document.fixture.ts';

let database: TestDatabase;
let cell: EquipmentCell;
let line: Server;
let port: number;
let accepted: number;
let settings: object;
let stopIdentity: () => Promise<void>;

beforeEach(async () => {
  accepted = 0;
  line = createServer((_, response) => response.end('ok')).on('connection', () => {
    accepted += 1;
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const address = line.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  settings = { isEnabled: true, modbus: { isEnabled: true, host: '0.0.0.0', port } };
  const identity = await serveDocument('externalControlSettings', () =>
    externalControlSettingsSchema.parse({ id: '1', ...settings }),
  );
  stopIdentity = identity.close;
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url, { identityAddress: identity.address });
});
afterEach(async () => {
  await cell.stop();
  await stopIdentity();
  await database.drop();
  line.closeAllConnections();
  await new Promise((resolve) => line.close(resolve));
});

/** Sends an HTTP request as a step does. */
async function request(host: string): Promise<unknown> {
  const wanted = { method: 'GET', url: `http://${host}:${port}/`, headers: [], timeoutMS: 20_000 };
  const { resultJson } = await cell.client.sendHttpRequest({
    ...{ robotKind: RobotKind.ROBOT_KIND_LIVE, isTwin: false, stopEpoch: 1, idempotencyKey: randomUUID() },
    requestJson: Buffer.from(JSON.stringify(wanted)),
  });
  return JSON.parse(Buffer.from(resultJson).toString('utf8'));
}

describe('The ports of external control', () => {
  it('cannot be reached by a request or a device while they are switched on', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const result = await request(host);
      expect(result).toMatchObject({ ok: false });
      expect(JSON.stringify(result)).toContain('service of this cell');
    }
    const config = { kind: 'ModbusTCPServer', name: 'Line', host: '127.0.0.1', port };
    const { id } = await cell.create({ config });
    await expect.poll(async () => JSON.stringify(await cell.state(id, 'live'))).toContain('service of this cell');
    expect(accepted).toBe(0);
  });

  it('stay closed while the service that stores their settings does not answer', async () => {
    await request('127.0.0.1');
    await stopIdentity();
    expect(await request('127.0.0.1')).toMatchObject({ ok: false });
    expect(accepted).toBe(0);
  });

  it('belong to other programs while they are switched off', async () => {
    settings = { isEnabled: false, modbus: { isEnabled: true, host: '0.0.0.0', port } };
    expect(await request('127.0.0.1')).toMatchObject({ ok: true, value: { status: 200 } });
  });
});
