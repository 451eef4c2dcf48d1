import { defaultArm } from '@cellwright/arm';
import { planMove } from '@cellwright/trajectory';
import { describe, expect, it } from 'vitest';
import { followPorts, readInputs, readOutputs } from '../../rpc/device-ports.ts';
import { startCell } from '../testing/fake-cell.fixture.ts';
import type { PortsPicture } from './device-ports.ts';

const close = { kind: 'Output', port: 3, level: 'high' } as const;

async function start(options: Parameters<typeof startCell>[0] = {}) {
  const cell = startCell(options);
  await cell.clock.advance(10);
  const { ports } = cell.session;
  const set = (request: { isTwin?: boolean; stopEpoch?: number }) =>
    cell.clock.runUntilSettled(
      ports.set({ isTwin: false, stopEpoch: cell.state().stopEpoch, outputs: [close], ...request }),
      5000,
    );
  return { cell, ports, set };
}

describe('outputs of a device', () => {
  it("belong to the epoch of the device's command", async () => {
    const { cell, set } = await start();
    expect(await set({})).toEqual({ ok: true });
    expect(cell.state().io['Output 3']).toBe('high');
  });

  it('stay unchanged when a stop came in between', async () => {
    const { cell, set } = await start();
    const stopEpoch = cell.state().stopEpoch;
    await cell.ask('stop', {});
    expect(await set({ stopEpoch })).toMatchObject({ ok: false, kind: 'stale_epoch' });
    expect(cell.state().io['Output 3']).not.toBe('high');
  });

  it('never reach a real robot from a twin, nor the reverse', async () => {
    const simulated = await start();
    expect(await simulated.set({ isTwin: true })).toMatchObject({ ok: false, kind: 'not_connected' });
    expect(await simulated.ports.force(true, [{ name: 'Input 1', level: 'high' }])).toMatchObject({
      ok: false,
      refusal: { code: 'conflict' },
    });
    const twin = await start({ robotKind: 'live' });
    expect(await twin.set({ isTwin: false })).toMatchObject({ ok: false, kind: 'not_connected' });
    expect(await twin.set({ isTwin: true })).toEqual({ ok: true });
  });

  it('cannot be set without a controller', async () => {
    const { set } = await start({ isConnected: false });
    expect(await set({})).toMatchObject({ ok: false, kind: 'not_connected' });
  });
});

describe('held outputs of a device', () => {
  const held = { ...close, pulseSeconds: 1, hold: 'begin' } as const;

  it('end when the last process that follows the ports is gone', async () => {
    const { cell, ports } = await start();
    const request = { isTwin: false, stopEpoch: cell.state().stopEpoch };
    const [first, last] = [ports.follow(() => undefined), ports.follow(() => undefined)];
    const outputs = [held, { ...close, port: 4 }];
    await cell.clock.runUntilSettled(ports.set({ ...request, outputs }), 5000);
    first();
    await cell.clock.advance(50);
    expect(cell.state().io).toMatchObject({ 'Output 3': 'high', 'Output 4': 'high' });
    last();
    await cell.clock.advance(50);
    expect(cell.state().io).toMatchObject({ 'Output 3': 'low', 'Output 4': 'high' });
  });

  it('keep their level then if the device has ended the hold', async () => {
    const { cell, ports } = await start();
    const request = { isTwin: false, stopEpoch: cell.state().stopEpoch };
    const end = ports.follow(() => undefined);
    for (const outputs of [[held], [{ ...close, level: 'low' } as const], [close]])
      await cell.clock.runUntilSettled(ports.set({ ...request, outputs }), 5000);
    end();
    await cell.clock.advance(50);
    expect(cell.state().io['Output 3']).toBe('high');
  });
});

describe('levels for devices', () => {
  it('publish every change, and the connection of the controller', async () => {
    const { cell, ports, set } = await start({ isConnected: false });
    const told: PortsPicture[] = [];
    const end = ports.follow((picture) => told.push(picture));
    expect(ports.picture).toMatchObject({ isConnected: false, levels: {} });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(told.at(-1)).toMatchObject({ isConnected: true, isTwin: false });
    await set({});
    await cell.clock.advance(10);
    expect(told.at(-1)?.levels).toMatchObject({ 'Output 3': 'high', 'Output 4': 'low' });
    end();
    const before = told.length;
    await set({});
    expect(told).toHaveLength(before);
  });

  it('stream the current levels first, then each change, until the connection ends', async () => {
    const { cell, ports, set } = await start();
    const ending = new AbortController();
    const lines = followPorts(ports, ending.signal);
    const first = await lines.next();
    expect(first.value).toMatchObject({ isConnected: true, isTwin: false });
    const next = lines.next();
    await set({});
    await cell.clock.advance(10);
    expect(await next).toMatchObject({ value: { high: expect.arrayContaining(['Output 3']) } });
    const last = lines.next();
    ending.abort();
    expect(await last).toEqual({ done: true, value: undefined });
  });
});

describe('ports on the wire', () => {
  const unheld = { held: false, renews: false };

  it('sets levels and pulses of outputs only', () => {
    expect(
      readOutputs([
        { ...unheld, name: 'Flange Output 2', isHigh: true, pulseSeconds: 0.5 },
        { ...unheld, name: 'Relay 1', isHigh: false, pulseSeconds: 0 },
        { name: 'Output 1', isHigh: true, pulseSeconds: 0.5, held: true, renews: false },
        { name: 'Output 2', isHigh: true, pulseSeconds: 0.5, held: true, renews: true },
      ]),
    ).toEqual([
      { kind: 'FlangeOutput', port: 2, level: 'high', pulseSeconds: 0.5 },
      { kind: 'Relay', port: 1, level: 'low' },
      { kind: 'Output', port: 1, level: 'high', pulseSeconds: 0.5, hold: 'begin' },
      { kind: 'Output', port: 2, level: 'high', pulseSeconds: 0.5, hold: 'renew' },
    ]);
    for (const name of ['Input 1', 'E-Stop 1', 'Output 17']) {
      expect(() => readOutputs([{ ...unheld, name, isHigh: true, pulseSeconds: 0 }])).toThrow(
        `There is no output ${name}`,
      );
    }
  });

  it('become forced or released inputs', () => {
    const inputs = [{ name: 'Input 1', isHigh: true }, { name: 'Input 2', isHigh: false }, { name: 'Input 3' }];
    expect(readInputs(inputs).map(({ level }) => level)).toEqual(['high', 'low', 'released']);
  });
});

describe('the wrench on the flange', () => {
  /**
   * Drives the arm until a contact of 60 N. Returns the moment on the flange, N·m, and the length of the tool, m along
   * the flange's axis.
   */
  async function press(contactPoint?: readonly [number, number, number]) {
    const { cell, ports } = await start();
    const { arm, tools } = cell.session.core;
    cell.robot.touchesAt = 0.1;
    const from = [...(arm.joints ?? [])];
    const to = from.map((joint, index) => (index === 0 ? joint + 0.5 : joint));
    const { signal } = new AbortController();
    const how = { stepID: 'step_press', signal, contactForce: 60, contactPoint };
    const ended = arm.execute(planMove(from, to, defaultArm.motionLimits), how);
    await cell.clock.runUntilSettled(ended, 5000);
    await cell.clock.advance(10);
    const [fx = 0, fy = 0, , tx = 0, ty = 0] = ports.picture.flangeWrench;
    return { across: Math.hypot(fx, fy), moment: Math.hypot(tx, ty), cell, arm, tcp: tools.tcp };
  }

  it('rotates the tool about its TCP, or about the TCP of the move', async () => {
    const usual = await press();
    expect(usual.across).toBeGreaterThan(1);
    expect(usual.moment).toBeCloseTo(usual.across * usual.tcp.z, 6);
    const named = await press([0, 0, 0.35]);
    expect(named.moment).toBeCloseTo(named.across * 0.35, 6);
  });
});
