import { measureLag } from '@cellwright/testkit';
import { planMove, sampleTrajectory, trajectoryDuration } from '@cellwright/trajectory';
import { describe, expect, test } from 'vitest';
import { arm } from './domain/controller-rig.fixture.ts';
import { connectDriver, RawLine, readLog, startController, until } from './line.fixture.ts';
import { machineClock } from './machine-clock.ts';

/** A commander that is silent for this long loses command, ms. */
const watchdogMS = 200;
const sweep = arm.startPositions.map((position, joint) => position + ([0.6, 0.2, -0.3, 0.3, 0.3, -0.5][joint] ?? 0));

describe('a connected commander', () => {
  test("learns the controller's identity and takes command", async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    expect(driver.identity).toMatchObject({ kind: 'simulated', isTwin: false, armName: 'cellwright_1300' });
    expect(driver).toMatchObject({ isConnected: true, isInCommand: true });
    expect(driver.state).toMatchObject({ mode: 'braked', hasCommander: true });
  });

  test('detects a twin by its identity', async () => {
    const { port } = await startController({ CONTROLLER_KIND: 'twin', ROBOT_ARM: 'cellwright_large' });
    const driver = await connectDriver(port, { takesCommand: false });
    expect(driver.identity).toMatchObject({ kind: 'twin', isTwin: true, armName: 'cellwright_large' });
    expect(driver.isInCommand).toBe(false);
  });

  test('drives a trajectory and follows it', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    const events: string[] = [];
    driver.onEvent((event) => events.push(event.kind));
    let states = 0;
    driver.onState(() => {
      states += 1;
    });
    expect(await driver.disengageBrakes({ epoch: 0 })).toEqual({ ok: true });
    const trajectory = planMove(arm.startPositions, sweep, arm.limits);
    const request = { epoch: 0, trajectoryID: 't', stepID: 's', trajectory };
    expect(await driver.executeTrajectory(request)).toEqual({ ok: true });
    expect(driver.state.mode, 'the state is never older than the answer').toBe('executing');
    await until(() => events.includes('trajectoryCompleted'));
    expect(driver.state).toMatchObject({ mode: 'standing', trajectoryID: null });
    expect(states, 'states while moving').toBeGreaterThan((trajectoryDuration(trajectory) * 125) / 5);
    driver.state.positions.forEach((position, joint) => {
      expect(position).toBeCloseTo(sweep[joint] ?? Number.NaN, 9);
    });
  });

  test('receives the reason why a trajectory is refused', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    await driver.disengageBrakes({ epoch: 0 });
    const beyond = arm.startPositions.map((position, joint) => (joint === 2 ? 3 : position));
    const trajectory = planMove(arm.startPositions, beyond, arm.limits);
    expect(await driver.executeTrajectory({ epoch: 0, trajectoryID: 't', stepID: 's', trajectory })).toMatchObject({
      ok: false,
      refusal: { kind: 'limit_exceeded', limit: { joint: 2, quantity: 'position' } },
    });
  });

  test('may send a trajectory of 20,000 points', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    await driver.disengageBrakes({ epoch: 0 });
    const zeros = [0, 0, 0, 0, 0, 0];
    const hold = { positions: arm.startPositions, velocities: zeros, accelerations: zeros };
    const points = Array.from({ length: 20_000 }, (_, index) => ({ ...hold, timeFromStart: index / 1000 }));
    const request = { epoch: 0, trajectoryID: 't', stepID: 's', trajectory: { points } };
    expect(await driver.executeTrajectory(request)).toEqual({ ok: true });
    expect(driver.isInCommand).toBe(true);
  });

  test('receives the state of a resting controller at least every 250 ms', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    let states = 0;
    driver.onState(() => {
      states += 1;
    });
    await machineClock.sleep(1300);
    expect(states).toBeGreaterThanOrEqual(2);
    expect(states, 'nothing is sent for nothing').toBeLessThan(12);
    expect(driver.isConnected).toBe(true);
  });

  test('loses command to the next one, and can take it back', async () => {
    const { port } = await startController();
    const first = await connectDriver(port, { commander: 'first' });
    const lost: string[] = [];
    first.onEvent((event) => event.kind === 'commanderLost' && lost.push(event.detail));
    const second = await connectDriver(port, { commander: 'second' });
    await until(() => !first.isInCommand);
    expect(lost).toEqual(['second took command']);
    expect(await first.setOverride(1)).toMatchObject({ ok: false, refusal: { kind: 'not_in_command' } });
    expect((await first.takeCommand()).ok).toBe(true);
    expect(first.isInCommand).toBe(true);
    await until(() => !second.isInCommand);
  });

  test('reads the log page by page', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    await driver.disengageBrakes({ epoch: 0 });
    const trajectory = planMove(arm.startPositions, sweep, arm.limits);
    await driver.executeTrajectory({ epoch: 0, trajectoryID: 't', stepID: 's', trajectory });
    await until(() => driver.state.mode === 'standing');
    const log = await readLog(driver);
    expect(log.map(({ index }) => index)).toEqual(log.map((_, index) => index));
    const setPoints = log.filter(({ kind }) => kind === 'setPoint');
    const wanted = { positions: [], velocities: [], accelerations: [] };
    for (const [index, { positions }] of setPoints.entries()) {
      // Counts entries instead of time: a busy machine delays set-points but never drops one.
      sampleTrajectory(trajectory, (index + 1) / 125, wanted);
      positions.forEach((position, joint) => {
        expect(position).toBeCloseTo(wanted.positions[joint] ?? Number.NaN, 6);
      });
    }
  });
});

describe('a controller that shuts down', () => {
  test('stops the arm, engages the brakes and reports both', async () => {
    const { app, port } = await startController();
    const driver = await connectDriver(port);
    const events: string[] = [];
    driver.onEvent((event) => events.push('cause' in event ? `${event.kind} ${event.cause}` : event.kind));
    await driver.disengageBrakes({ epoch: 0 });
    await driver.jog({ epoch: 0, jogID: 'j', velocities: [0.5, 0, 0, 0, 0, 0] });
    await until(() => driver.state.velocities[0] > 0.05);
    await app.stop();
    await until(() => !driver.isConnected);
    // On a busy machine, heartbeats of the previous jog may have been missed.
    const ending = events.slice(events.indexOf('stopStarted shutdown'));
    expect(ending).toEqual(['stopStarted shutdown', 'jogEnded shutdown', 'standstill shutdown']);
    expect(driver.state).toMatchObject({ mode: 'braked', brakes: 'engaged' });
  });
});

describe('a hostile peer', () => {
  test.each([
    ['noise', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['an empty frame', Buffer.from([0, 0, 0, 0])],
    ['a frame of 4 GiB', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['a frame that is no message', Buffer.from([0, 0, 0, 2, 0xff, 0xff])],
    ['a frame over the limit of those without command', Buffer.from([0, 1, 0, 1])],
  ])('loses its connection when it sends %s, without effect on the commander', async (_, bytes) => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    const line = await RawLine.open(port);
    line.write(bytes);
    await until(() => line.isClosed);
    expect(line.received).toBe(0);
    expect(await driver.setOverride(0.5)).toEqual({ ok: true });
  });

  test('loses its connection if it does not start with hello', async () => {
    const { port } = await startController();
    const line = await RawLine.open(port);
    line.say({ kind: 'stop', newEpoch: 1, engageBrakes: true, reason: '' });
    await until(() => line.isClosed);
    expect(line.received).toBe(0);
  });

  test('loses its connection after two seconds of silence', async () => {
    const { port } = await startController();
    const line = await RawLine.open(port);
    line.write(Buffer.from([0, 0]));
    await until(() => line.isClosed);
  });

  test("cannot disturb the commander's connection by opening many connections", async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    const lines = await Promise.all(Array.from({ length: 40 }, () => RawLine.open(port)));
    await until(() => lines.filter(({ isClosed }) => isClosed).length >= 25);
    expect(await driver.setOverride(0.5)).toEqual({ ok: true });
  });

  test('loses its connection if it reads nothing, before it uses much memory', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    await driver.disengageBrakes({ epoch: 0 });
    const trajectory = planMove(arm.startPositions, sweep, arm.limits);
    await driver.executeTrajectory({ epoch: 0, trajectoryID: 't', stepID: 's', trajectory });
    await until(() => driver.state.mode === 'standing');
    const line = await RawLine.open(port);
    const lag = measureLag();
    line.socket.pause();
    line.say({ kind: 'hello', commander: 'slow', takesCommand: false });
    // Keeps writing, because a socket that does not read notices its end only then. Writes in small batches, because
    // the commander shares this process.
    await until(() => {
      for (let i = 0; i < 5; i++) line.say({ kind: 'getLog', after: -1, limit: 1000 });
      return line.isClosed;
    });
    // The commander shares this process: if the process lagged, so did its heartbeats, and it takes command again.
    if (lag.stop() > watchdogMS / 2) expect((await driver.takeCommand()).ok).toBe(true);
    expect(driver.isInCommand).toBe(true);
  });

  test('receives an answer to a command that cannot be used', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    const longName = 'x'.repeat(500);
    expect(await driver.forceInput({ name: longName, level: 'low' })).toMatchObject({
      ok: false,
      refusal: { kind: 'malformed', code: 'invalid_parameters' },
    });
  });
});

describe('a driver', () => {
  test('reports why it cannot connect', async () => {
    const { app, port } = await startController();
    await app.stop();
    await expect(connectDriver(port)).rejects.toThrow(/no connection to 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  });

  test('settles every command when the connection is lost, and reports the loss once', async () => {
    const { port } = await startController();
    const driver = await connectDriver(port);
    const reasons: string[] = [];
    driver.onDisconnected((reason) => reasons.push(reason));
    const answer = driver.setOverride(0.5);
    await driver.close();
    expect(await answer).toMatchObject({ ok: false, refusal: { kind: 'unanswered' } });
    expect(await driver.setOverride(0.5)).toMatchObject({ ok: false, refusal: { kind: 'not_connected' } });
    expect(await driver.getLog({ after: -1, limit: 1 })).toBeNull();
    expect(reasons).toEqual(['closed by this side']);
  });

  test('sends a stop that is followed by a close', async () => {
    const { app, port } = await startController();
    const driver = await connectDriver(port);
    void driver.stop({ newEpoch: 5, kind: 'stop', reason: 'leaving' });
    await driver.close();
    await until(() => app.state.lastStop === 'commanderLost');
    expect(app.state.stopEpoch, 'five by the stop, one more by the loss').toBe(6);
  });
});
