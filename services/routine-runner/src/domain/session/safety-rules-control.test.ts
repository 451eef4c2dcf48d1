import { refuse } from '@cellwright/controller-link';
import type { InputSafeguardKind, SafetyRules } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { bob, startCell } from '../testing/fake-cell.fixture.ts';
import { far, startMoving } from '../testing/moving-cell.fixture.ts';

const rulesOf = (version: number, kind: InputSafeguardKind): SafetyRules => ({
  version,
  inputSafeguardRules: [{ pair: 1, kind }],
  outputSafeguardRules: [],
});
const first = rulesOf(1, 'estop');
const second = rulesOf(2, 'pauselow');

/** Starts a cell whose controller was just started, with its brakes engaged. */
async function startFresh(readSafetyRules: () => Promise<SafetyRules> = async () => first) {
  const cell = startCell({ isConnected: false, readSafetyRules });
  cell.robot.safetyRules = null;
  cell.robot.setBrakes(true, 0);
  cell.session.attach(cell.robot.connect());
  return cell;
}
type Cell = Awaited<ReturnType<typeof startFresh>>;

/** Changes the stored settings with the library's event. */
async function store(cell: Cell, rules: SafetyRules): Promise<void> {
  cell.library.readSafetyRules = async () => rules;
  cell.session.safetyRules.follow();
  await cell.clock.advance(10);
}

const away = async (): Promise<SafetyRules> => {
  throw new Error('the library is away');
};

describe('the safety settings that are stored', () => {
  it('apply in a controller that was just started, before its brakes are released', async () => {
    const cell = await startFresh();
    expect(cell.state().safetyRules.status).toBe('unknown');
    await cell.clock.advance(10);
    expect(cell.robot.safetyRules).toEqual(first);
    expect(cell.state().safetyRules).toEqual({ status: 'inForce', storedVersion: 1, inForce: first });
    expect(await cell.ask('setBrakes', { state: 'disengaged' })).toMatchObject({ ok: true });
  });

  it('apply immediately when they change while the brakes are engaged', async () => {
    const cell = await startFresh();
    await cell.clock.advance(10);
    await store(cell, second);
    expect(cell.state().safetyRules).toEqual({ status: 'inForce', storedVersion: 2, inForce: second });
  });

  it('apply after the brakes are engaged when they change while the brakes are released', async () => {
    const cell = await startFresh();
    await cell.ask('setBrakes', { state: 'disengaged' });
    await store(cell, second);
    await cell.clock.advance(60_000);
    expect(cell.state().safetyRules).toEqual({ status: 'pending', storedVersion: 2, inForce: first });
    expect(cell.robot.log.filter(({ kind }) => kind === 'refused')).toEqual([]);
    await cell.ask('setBrakes', { state: 'engaged' });
    await cell.clock.advance(10);
    expect(cell.state().safetyRules).toEqual({ status: 'inForce', storedVersion: 2, inForce: second });
  });

  it('reserve their ports as soon as they are stored, and the former ones theirs until they are replaced', async () => {
    const cell = await startFresh();
    const { safetyRules } = cell.session;
    await cell.clock.advance(10);
    expect(safetyRules.ports).toEqual(['Input 1', 'Input 2']);
    await cell.ask('setBrakes', { state: 'disengaged' });
    await store(cell, {
      ...first,
      version: 2,
      inputSafeguardRules: [],
      outputSafeguardRules: [{ pair: 8, kind: 'isstill' }],
    });
    expect(safetyRules.ports).toEqual(['Input 1', 'Input 2', 'Output 15', 'Output 16']);
    await cell.ask('setBrakes', { state: 'engaged' });
    await cell.clock.advance(10);
    expect(safetyRules.ports).toEqual(['Output 15', 'Output 16']);
  });

  it('reserve their ports while no controller is connected', async () => {
    const cell = startCell({ isConnected: false, readSafetyRules: async () => first });
    cell.session.safetyRules.follow();
    await cell.clock.advance(10);
    expect(cell.state().safetyRules.status).toBe('unknown');
    expect(cell.session.safetyRules.ports).toEqual(['Input 1', 'Input 2']);
  });

  it('do not stop a running routine when they change', async () => {
    const cell = await startMoving();
    await store(cell, second);
    await cell.clock.advance(5000);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' }, safetyRules: { status: 'pending' } });
    expect(cell.robot.state.positions).toEqual(far);
  });

  it('count as unchanged in an older copy, and without meaningful rules', async () => {
    const cell = await startFresh();
    await cell.clock.advance(10);
    await store(cell, { ...first, inputSafeguardRules: [{ pair: 4, kind: 'none' }, ...first.inputSafeguardRules] });
    expect(cell.state().safetyRules.inForce).toEqual(first);
    // Same version with other rules, as after a restored backup.
    await store(cell, rulesOf(1, 'slow'));
    expect(cell.robot.safetyRules).toEqual(rulesOf(1, 'slow'));
  });

  it('take effect without an event of their change', async () => {
    const cell = await startFresh();
    await cell.clock.advance(10);
    cell.library.readSafetyRules = async () => second;
    await cell.clock.advance(30_000);
    expect(cell.robot.safetyRules).toEqual(second);
  });

  it('reach a controller again that restarted', async () => {
    const cell = await startFresh();
    await cell.clock.advance(10);
    cell.robot.cut();
    expect(cell.state().safetyRules).toMatchObject({ status: 'unknown', inForce: null });
    cell.robot.safetyRules = null;
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    expect(cell.robot.safetyRules).toEqual(first);
  });
});

describe('a library that does not answer', () => {
  it('delay the release of the brakes in a cell that starts', async () => {
    const cell = await startFresh(away);
    await cell.clock.advance(10);
    const released = cell.send('setBrakes', { state: 'disengaged' });
    await cell.clock.advance(3000);
    expect(cell.robot.state.brakes).toBe('engaged');
    cell.library.readSafetyRules = async () => first;
    await cell.clock.advance(1100);
    expect(await released).toMatchObject({ ok: true });
    expect(cell.robot.safetyRules).toEqual(first);
  });

  it('keep the brakes engaged, and the answer contains the reason', async () => {
    const cell = await startFresh(away);
    expect(await cell.ask('setBrakes', { state: 'disengaged' })).toMatchObject({
      ok: false,
      error: {
        code: 'robot_brakes_disengage_failed',
        message:
          'The brakes stay engaged because the safety settings are unknown. Try again in a moment; if this persists, check that the library service is running',
      },
    });
    expect(cell.robot.state.brakes).toBe('engaged');
    expect(cell.warnings.filter((text) => text.includes('safety settings'))).toHaveLength(1);
  });

  it('keeps the active rules', async () => {
    const cell = await startFresh();
    await cell.clock.advance(10);
    cell.library.readSafetyRules = away;
    await cell.clock.advance(120_000);
    expect(cell.state().safetyRules.status).toBe('inForce');
    expect(await cell.ask('setBrakes', { state: 'disengaged' })).toMatchObject({ ok: true });
  });
});

describe('a controller that does not take the rules', () => {
  it('receives them again, and keeps its brakes engaged until it accepts them', async () => {
    const cell = await startFresh();
    cell.robot.refusing = { command: 'setSafetyRules', result: refuse('not_in_command', 'Take command first') };
    const refused = await cell.ask('setBrakes', { state: 'disengaged' });
    expect(refused).toMatchObject({
      error: {
        code: 'robot_brakes_disengage_failed',
        message:
          'The brakes stay engaged because the robot controller has not applied the stored safety settings: Take command first',
      },
    });
    expect(cell.state().safetyRules.status).toBe('pending');
    cell.robot.refusing = undefined;
    await cell.clock.advance(1100);
    expect(cell.state().safetyRules.status).toBe('inForce');
  });

  it('may not answer; the answer to the client then names it', async () => {
    const cell = await startFresh();
    cell.robot.latencyMS = () => 20_000;
    expect(await cell.ask('setBrakes', { state: 'disengaged' })).toMatchObject({
      error: { message: expect.stringContaining('has not taken them in time. Try again in a moment') },
    });
  });
});

describe('brakes that wait for the safety settings', () => {
  async function startWaiting() {
    const cell = await startFresh(away);
    await cell.clock.advance(10);
    const released = cell.send('setBrakes', { state: 'disengaged' });
    await cell.clock.advance(500);
    const settingsArrive = async () => {
      cell.library.readSafetyRules = async () => first;
      await cell.clock.advance(5000);
      expect(cell.state().safetyRules.status).toBe('inForce');
      expect(cell.robot.state.brakes).toBe('engaged');
      return released;
    };
    return { cell, settingsArrive };
  }
  const givenUp = {
    ok: false,
    error: { code: 'conflict', message: 'A stop was requested meanwhile. Release the brakes again' },
  };

  it('stay engaged when a stop comes first', async () => {
    const { cell, settingsArrive } = await startWaiting();
    await cell.send('stop');
    expect(await settingsArrive()).toMatchObject(givenUp);
  });

  it('stay engaged on command', async () => {
    const { cell, settingsArrive } = await startWaiting();
    await cell.send('setBrakes', { state: 'engaged' });
    expect(await settingsArrive()).toMatchObject(givenUp);
  });

  it('stay engaged when another client takes the arm, or the client disconnects', async () => {
    const taken = await startWaiting();
    await taken.cell.send('takeOverControl', {}, bob);
    expect(await taken.settingsArrive()).toMatchObject(givenUp);
    const left = await startWaiting();
    left.cell.dispatcher.endClient('ada');
    expect(await left.settingsArrive()).toMatchObject(givenUp);
  });

  it('get an answer when the session closes', async () => {
    const cell = await startFresh(away);
    const released = cell.send('setBrakes', { state: 'disengaged' });
    await cell.clock.advance(500);
    await cell.session.close();
    expect(await cell.clock.runUntilSettled(released, 1000)).toMatchObject({ ok: false });
  });
});
