import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemblySizes, inputParts, outputParts } from '@cellwright/domain/robot';
import { type Connection, cellDevice, type OutputImage, renderEDS, usualLayout } from '@cellwright/ethernet-ip';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type AdapterServer, openAdapter } from '../sockets/adapter-server.ts';
import { startLinePeer } from './peers.fixture.ts';

/** Scanners use fixed ports, so each run of these tests has an address of its own. */
const host = `127.${20 + (process.pid % 200)}.${process.pid % 250}.5`;
const inputs = new Uint8Array(assemblySizes.input);
const inputsSchema = z.object({ inputs: z.array(z.number()) });
let server: AdapterServer;
let images: OutputImage[];
let losses: Connection[];
let changes: string[];

beforeEach(async () => {
  images = [];
  losses = [];
  changes = [];
  inputs.fill(0);
  server = await openAdapter({
    address: { host, port: 44_818, ioPort: 2222 },
    readInputs: () => inputs.slice(),
    events: {
      onOutputs: (image) => void images.push(image),
      onOwnerLost: (owner) => void losses.push(owner),
      onConnection: ({ kind }, change) => void changes.push(`${kind} ${change}`),
    },
    clock: systemClock,
    log: silentLogger,
  });
});
afterEach(() => server.close());

const pollUntil = (isTrue: () => boolean) =>
  vi.waitFor(() => expect(isTrue()).toBe(true), { timeout: 20_000, interval: 20 });

describe('scanner of the Python package ethernetip', () => {
  it('owns the adapter, exchanges data at 20 ms, and closes', async () => {
    inputs.set([1, 2, 3], 4);
    const scanner = startLinePeer('scan', host, '20', '3');
    expect(await scanner.next()).toEqual({ status: 0 });
    await scanner.ask({ outputs: [0, 0, 7, 1] });
    await pollUntil(() => server.adapter.outputImage[2] === 7 && server.adapter.outputImage[3] === 1);
    // The scanner has the inputs with the first packet that reaches it.
    await vi.waitFor(
      async () =>
        expect(inputsSchema.parse(await scanner.ask({})).inputs.slice(0, 8)).toEqual([0, 0, 0, 0, 1, 2, 3, 0]),
      { timeout: 20_000, interval: 20 },
    );
    const [connection] = server.adapter.table.all;
    expect(connection).toMatchObject({
      kind: 'exclusiveOwner',
      peer: '127.0.0.1',
      counters: { malformed: 0, lost: 0 },
    });
    expect(await scanner.ask({ close: true })).toEqual({ closed: 0 });
    expect([server.adapter.table.all, losses]).toEqual([[], []]);
    await scanner.end();
  });

  it('gets a refusal beside an owner, and opens when the killed owner has timed out', async () => {
    const first = startLinePeer('scan', host, '8', '4');
    expect(await first.next()).toEqual({ status: 0 });
    await pollUntil(() => (server.adapter.table.owner?.counters.received ?? 0) > 3);
    const second = startLinePeer('scan', host, '8', '4');
    expect(await second.next()).toEqual({ status: 0x0106 });
    await second.end();
    await first.kill();
    await pollUntil(() => losses.length === 1);
    const third = startLinePeer('scan', host, '8', '4');
    expect(await third.next()).toEqual({ status: 0 });
    await third.end();
    expect(changes.slice(0, 3)).toEqual(['exclusiveOwner opened', 'exclusiveOwner timedOut', 'exclusiveOwner opened']);
  });
});

describe('clients of explicit messages', () => {
  it('list the identity and read objects with pycomm3, unconnected and connected', async () => {
    inputs[0] = 0x81;
    const client = startLinePeer('explicit', host);
    const { identity, answers } = z
      .object({ identity: z.unknown(), answers: z.record(z.string(), z.string()) })
      .parse(await client.next());
    await client.end();
    expect(identity).toMatchObject({ product_name: 'Cellwright cell', product_type: 'Communications Adapter' });
    for (const kind of ['unconnected', 'connected']) {
      expect(answers[`vendor ${kind}`]).toBe('e8fd');
      expect(answers[`product ${kind}`]).toBe(`0f${Buffer.from('Cellwright cell').toString('hex')}`);
      expect(answers[`inputs ${kind}`]).toBe(Buffer.from(inputs).toString('hex'));
      expect(answers[`size ${kind}`]).toBe('2000');
      expect(answers[`scheduled ${kind}`]).toBe('2f');
      expect(answers[`unknown ${kind}`]).toContain('Destination unknown');
    }
    expect(changes).toContain('explicit opened');
  });

  it('read an assembly with cpppo', async () => {
    inputs.set([9, 8, 7]);
    const client = startLinePeer('attribute', host, '@4/100/3');
    const { output, code } = z.object({ output: z.string(), code: z.number() }).parse(await client.next());
    await client.end();
    expect(code, output).toBe(0);
    expect(output).toContain('[9, 8, 7, 0');
  });
});

describe('EDS file', () => {
  it('passes the parser of eds-pie, with the paths that open a connection', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwright-eds-'));
    const path = join(folder, 'cell.eds');
    const parts = { inputs: inputParts, outputs: outputParts, date: '11-28-2026', time: '12:00:00' };
    writeFileSync(path, renderEDS({ device: cellDevice, vendorName: 'Cellwright', layout: usualLayout, ...parts }));
    const client = startLinePeer('eds', path);
    const read = await client.next();
    await client.end();
    rmSync(folder, { recursive: true });
    expect(read).toMatchObject({
      protocol: expect.stringMatching(/ethernet/i),
      device: [65_000, 12, 1, 'Cellwright cell'],
      params: 1 + inputParts.length + outputParts.length,
    });
    const { connections } = z.object({ connections: z.array(z.array(z.unknown())) }).parse(read);
    expect(connections.map((fields) => fields.at(-1))).toEqual([
      '20 04 24 97 2C 96 2C 64',
      '20 04 24 97 2C 98 2C 64',
      '20 04 24 97 2C 99 2C 64',
    ]);
  });
});
