import { createStateReplica } from '@cellwright/domain/run';
import { runnerMessages } from '@cellwright/domain/runner-socket';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accept, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { defineMessage } from '../core/part-messages.ts';
import { defineSlice } from '../core/state-slice.ts';
import { bob, startCell } from '../testing/fake-cell.fixture.ts';
import { sessionParts } from './session-parts.ts';

// A part in a single file: state, messages, and its behaviour on a stop.
const teleopState = defineSlice('teleoperation', z.object({ operator: z.string().nullable() }), { operator: null });

class Teleoperation {
  readonly stops: string[] = [];
  private readonly core: PartContext<unknown>['core'];

  constructor(core: PartContext<unknown>['core']) {
    this.core = core;
  }

  start(operator: string) {
    if (this.core.machine.state !== 'Idle') return refuse('robot_not_idle', 'Stop the routine first');
    teleopState.set(this.core, { operator });
    return accept({ operator });
  }

  end(cause: string): void {
    this.stops.push(cause);
    teleopState.set(this.core, { operator: null });
  }

  get operator(): string | null {
    return teleopState.get(this.core).operator;
  }
}

const teleopPart = definePart({
  name: 'teleoperation',
  state: teleopState,
  stopOrder: 33,
  start: ({ core }: PartContext<unknown>) => new Teleoperation(core),
  stop: (teleoperation, { kind }) => teleoperation.end(kind),
  ownMessages: {
    startTeleoperation: defineMessage(
      {
        payload: z.strictObject({ device: z.string().min(1) }),
        result: z.object({ operator: z.string() }),
        control: 'lease',
        summary: 'Move the arm from a remote device',
      },
      (teleoperation: Teleoperation, _payload, caller) => teleoperation.start(caller.name),
    ),
    getTeleoperation: defineMessage(
      {
        payload: z.object({}).default({}),
        result: z.object({ operator: z.string().nullable() }),
        control: 'none',
        summary: 'Who moves the arm from a remote device',
        isAudited: false,
      },
      (teleoperation: Teleoperation) => accept({ operator: teleoperation.operator }),
    ),
  },
});

describe('a part in a single file', () => {
  it('answers its own messages and shows its state slice', async () => {
    const cell = startCell({ extraParts: [teleopPart] });
    await cell.clock.advance(10);
    expect(cell.state().parts).toEqual({ teleoperation: { operator: null } });
    expect(await cell.ask('startTeleoperation', { device: 'leader arm' })).toMatchObject({
      ok: true,
      result: { operator: 'Ada' },
    });
    expect(cell.state().parts).toEqual({ teleoperation: { operator: 'Ada' } });
    expect(await cell.ask('getTeleoperation', {}, bob)).toMatchObject({ ok: true, result: { operator: 'Ada' } });
  });

  it('sends its state slice to clients in patches', async () => {
    const cell = startCell({ extraParts: [teleopPart] });
    await cell.clock.advance(10);
    const replica = createStateReplica();
    replica.reset(structuredClone(cell.session.core.store.snapshot()));
    const before = cell.patches.length;
    await cell.ask('startTeleoperation', { device: 'leader arm' });
    await cell.clock.advance(20);
    const outcomes = cell.patches.slice(before).map((patch) => replica.apply(patch));
    expect(new Set(outcomes)).toEqual(new Set(['applied']));
    expect(replica.state).toMatchObject({ parts: { teleoperation: { operator: 'Ada' } } });
  });

  it('has its payloads checked, and its messages refused without the lease', async () => {
    const cell = startCell({ extraParts: [teleopPart] });
    await cell.clock.advance(10);
    expect(await cell.ask('startTeleoperation', { device: '' })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: expect.stringContaining('device') },
    });
    await cell.ask('acquireControl');
    expect(await cell.ask('startTeleoperation', { device: 'leader arm' }, bob)).toMatchObject({
      ok: false,
      error: { code: 'api_control_required' },
    });
  });

  it('stops with everything else', async () => {
    const cell = startCell({ extraParts: [teleopPart] });
    await cell.clock.advance(10);
    await cell.ask('startTeleoperation', { device: 'leader arm' });
    await cell.ask('stop');
    expect(teleopPart.of(cell.session.core).stops).toEqual(['stop']);
    expect(cell.state().parts).toEqual({ teleoperation: { operator: null } });
  });

  it('leaves the state of a session without it unchanged', () => {
    expect(startCell().state()).not.toHaveProperty('parts');
  });
});

describe('the parts of a session', () => {
  it('answer every message of the runner socket, each once', () => {
    const answered = sessionParts.flatMap(({ messages }) => [...messages.keys()]);
    expect(answered.toSorted()).toEqual(Object.keys(runnerMessages).toSorted());
  });

  it('belong to one session each', async () => {
    const [one, other] = [startCell({ extraParts: [teleopPart] }), startCell({ extraParts: [teleopPart] })];
    await one.clock.advance(10);
    await one.ask('startTeleoperation', { device: 'leader arm' });
    expect(teleopPart.of(one.session.core).operator).toBe('Ada');
    expect(teleopPart.of(other.session.core).operator).toBeNull();
  });
});
