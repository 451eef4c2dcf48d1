import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { hideSecrets, keptSecret, parseEquipmentConfig } from '../../contracts.ts';
import { createDriver, createHttp } from '../../drivers.ts';
import { type DeviceBench, openBench, settleOn } from '../../testing/device-bench.fixture.ts';
import { listVariables, readState, readVariables } from './door.ts';

const token = 'of-the-other-box';
let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const open = async (fields: object = { token }) => {
  bench = await openBench('SecondaryControlBox', { ...fields });
  return bench;
};

/** Creates a variable like a client of the other control box. */
const createVariable = (port: number, name: string, initialValue: unknown) =>
  fetch(`http://127.0.0.1:${port}/api/v1/cell/variables`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, initialValue }),
  });

describe('The link to another control box', () => {
  it('shows that it is connected, the state of its robot, and its variables by name', async () => {
    const { port, driver, waitForState } = await open();
    expect(driver.state()).toMatchObject({ connected: true, status: 'idle', robotState: 'Idle', variables: [] });
    expect((await createVariable(port, 'Parts', 7)).status).toBe(200);
    expect((await createVariable(port, 'Line', 'B')).status).toBe(200);
    const state = await waitForState((live) => Array.isArray(live.variables) && live.variables.length === 2);
    expect(state.variables).toMatchObject([
      { name: 'Line', value: 'B' },
      { name: 'Parts', value: 7 },
    ]);
  });

  it('reports why it is lost, shows no stale values, and recovers', async () => {
    const { sim, waitForState, restartSim } = await open();
    await sim.close();
    const lost = await waitForState(({ connected }) => !connected);
    expect(lost).toMatchObject({ status: 'error', variables: [], robotState: undefined });
    expect(lost.error).toMatch(/Check the power, cable and address of 'Secondary control box'/);
    await restartSim();
    expect(await waitForState(({ connected }) => connected)).toMatchObject({ status: 'idle', error: undefined });
  });

  it('explains how to fix a token that the other box rejects', async () => {
    const { port, clock, driver: own } = await open();
    expect(own.state().connected).toBe(true);
    const { config } = parseEquipmentConfig({ kind: 'SecondaryControlBox', token: 'another' });
    if (config.kind === 'InvalidConfiguration') throw new Error(config.problems.join());
    const unused = () => {
      throw new Error('only HTTP is spoken here');
    };
    const driver = createDriver(config, {
      address: { host: '127.0.0.1', port },
      clock,
      openHttp: createHttp(clock),
      openModbus: unused,
      openLines: unused,
      openFtp: unused,
      openScanner: unused,
      openPorts: unused,
    });
    driver.start();
    await settleOn(clock, driver.whenKnown());
    expect(driver.state()).toMatchObject({
      connected: false,
      status: 'error',
      error: "'Secondary control box' rejected the token. Create a token with read access there, and enter it here",
    });
    await settleOn(clock, driver.close());
  });

  it.each(['{}', '[', '{"items":[{"id":1}]}', '<html></html>', ''])(
    'rejects the answer %j of another server as not a control box (R38)',
    async (body) => {
      const server = createServer((_request, response) => response.end(body));
      const { sim, port, waitForState } = await open();
      await sim.close();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      const state = await waitForState(({ error }) => error?.includes('is not a control box') === true);
      expect(state).toMatchObject({ connected: false, variables: [] });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );

  it.each([
    [429, /received too many requests from this cell.*trying again soon/],
    [503, /is starting; trying again soon/],
  ])('retries after the status %i of a busy control box, and reports it', async (status, words) => {
    const server = createServer((_request, response) => response.writeHead(status).end('{}'));
    const { sim, port, waitForState } = await open();
    await sim.close();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const state = await waitForState(({ error }) => error !== undefined && !error.includes('cable'));
    expect(state).toMatchObject({ connected: false, variables: [], error: expect.stringMatching(words) });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('never shows its token', () => {
    const { config } = parseEquipmentConfig({ kind: 'SecondaryControlBox', token });
    expect(hideSecrets(config)).toMatchObject({ token: keptSecret });
  });

  it.each(['a\r\nX-Other: 1', 'a\nb', 'ü', 'a b'])('rejects the token %j, which no header can carry', (wrong) => {
    expect(parseEquipmentConfig({ kind: 'SecondaryControlBox', token: wrong }).isValid).toBe(false);
  });
});

describe('A variable of the other box', () => {
  const listed = readVariables('{"items":[{"id":"a","name":"A","initialValue":1,"isGlobal":true,"version":3}]}') ?? [];

  it('has its value in the loaded run, even false or 0, and otherwise its initial value', () => {
    const inRun = (value: unknown) =>
      readState(JSON.stringify({ seq: 2, state: { kind: 'RoutineRunning', variables: { a: { name: 'A', value } } } }));
    expect(listVariables(listed, {})).toEqual([{ id: 'a', name: 'A', value: 1 }]);
    expect(listVariables(listed, inRun(0)?.variables ?? {})).toEqual([{ id: 'a', name: 'A', value: 0 }]);
    expect(listVariables(listed, inRun(false)?.variables ?? {})).toEqual([{ id: 'a', name: 'A', value: false }]);
  });

  it('shows up to 200 characters', () => {
    const long = listVariables(listed, { a: { value: 'x'.repeat(50_000) } });
    expect(String(long[0]?.value)).toHaveLength(201);
  });
});
