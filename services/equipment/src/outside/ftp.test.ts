import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilesCommand } from '@cellwright/domain/equipment';
import { checkDevice, openDevice } from '@cellwright/equipment/conformance';
import { equipmentContracts } from '@cellwright/equipment/contracts';
import { type AnyDriver, createModbusTcp } from '@cellwright/equipment/drivers';
import { createSim } from '@cellwright/equipment/sims';
import { systemClock } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDriver } from './open-driver.fixture.ts';
import { type OutsidePeer, startPeer } from './peers.fixture.ts';

const config = equipmentContracts.FTPServer.config.parse({ kind: 'FTPServer', user: 'cell', password: 'secret' });
const never = new AbortController().signal;

describe('the FTP driver with a third-party server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-ftp-'));
  let peer: OutsidePeer | undefined;
  let driver: AnyDriver | undefined;
  let address = { port: 0 };
  beforeAll(async () => {
    peer = startPeer('ftp-server', folder);
    address = z.object({ port: z.number() }).parse(await peer.next());
    driver = await openDriver(config, address.port);
  }, 30_000);
  afterAll(async () => {
    await driver?.close();
    await peer?.end();
    rmSync(folder, { recursive: true });
  });
  const ask = (command: FilesCommand) => driver?.capabilities.files?.actuate(command, never);

  it('connects to it', () => expect(driver?.state()).toMatchObject({ connected: true, status: 'idle' }));

  it('sends a file that arrives byte for byte', async () => {
    const content = Buffer.from([0, 13, 10, 255, 10]).toString('base64');
    const sent = await ask({ operation: 'upload', path: 'a b.bin', content, encoding: 'base64' });
    expect(sent).toEqual({ ok: true, value: { operation: 'upload', sizeBytes: 5 } });
    expect(readFileSync(join(folder, 'a b.bin'))).toEqual(Buffer.from(content, 'base64'));
  });

  it('lists, fetches and deletes files', async () => {
    writeFileSync(join(folder, 'O1234.nc'), 'O1234\nM30\n');
    const listed = await ask({ operation: 'list', folder: '' });
    expect(listed).toMatchObject({
      ok: true,
      value: {
        files: expect.arrayContaining([expect.objectContaining({ name: 'O1234.nc', sizeBytes: 10, isFolder: false })]),
      },
    });
    expect(await ask({ operation: 'download', path: 'O1234.nc' })).toMatchObject({
      value: { content: 'O1234\nM30\n' },
    });
    expect(await ask({ operation: 'delete', path: 'O1234.nc' })).toMatchObject({ ok: true });
    expect(() => readFileSync(join(folder, 'O1234.nc'))).toThrow();
  });

  it('passes the same suite as with a real server', async () => {
    const there = { ...config, host: '127.0.0.1', ...address };
    const device = await openDevice(there, systemClock, createModbusTcp(systemClock));
    try {
      const { checks, isConformant } = await checkDevice(device);
      expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(isConformant).toBe(true);
    } finally {
      await device.close();
    }
  }, 60_000);

  it('reports refusals of the server', async () => {
    expect(await ask({ operation: 'download', path: 'missing' })).toMatchObject({
      ok: false,
      failure: { reason: 'deviceFault', message: expect.stringContaining('550') },
    });
  });
});

describe('the FTP simulator with a third-party client', () => {
  it('stores a file, lists it, returns it and deletes it', async () => {
    const sim = createSim(config, { clock: systemClock });
    const peer = startPeer('ftp-client', String(await sim.start(0)));
    try {
      expect(await peer.next()).toEqual({
        isSame: true,
        size: 13,
        names: ['O1234.nc'],
        facts: { type: 'file', size: '13', modify: expect.stringMatching(/^\d{14}$/) },
        lines: 1,
        refused: expect.stringContaining('550'),
      });
      expect(sim.simulated.files?.commands.map(({ kind, path }) => [kind, path])).toEqual([
        ['stored', '/O1234.nc'],
        ['deleted', '/O1234.nc'],
      ]);
    } finally {
      await peer.end();
      await sim.close();
    }
  });
});
