import { afterEach, describe, expect, it } from 'vitest';
import { doorLiveStateSchema } from '../../capabilities/door.ts';
import { demand, never } from '../../conformance/rig.ts';
import { interiorOf } from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import type { SharedSpace } from '../../transport/shared-space.ts';

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const wire = (ioPort: string) => ({ via: 'port', ioPort });
const door = {
  isFitted: true,
  open: wire('Output 1'),
  close: wire('Output 2'),
  opened: wire('Input 1'),
  closed: wire('Input 2'),
  timeLimitMS: 2000,
  interiorID: 'space_lathe',
};

/** A space that an arm shares. Records reports and requests in order. */
class RecordedSpace implements SharedSpace {
  readonly told: string[] = [];
  refusal: string | undefined;
  /** Time until a request is answered. */
  wait: () => Promise<void> = async () => undefined;

  async report(isOpen: boolean): Promise<void> {
    const word = isOpen ? 'open' : 'not open';
    if (this.told.at(-1) !== word) this.told.push(word);
  }

  async take(spaceItemID: string): Promise<string | undefined> {
    await this.wait();
    this.told.push(this.refusal === undefined ? `take ${spaceItemID}` : 'refused');
    return this.refusal;
  }
}

const openLathe = (fields: object, space?: SharedSpace) =>
  openBench('CNCMachine', { autodoor: { ...door, ...fields } }, { sharedSpace: space });
const move = (on: DeviceBench, action: 'open' | 'close', signal = never) =>
  on.settle(demand(on.driver.capabilities.door).actuate({ action }, signal));
const moves = ({ sim }: DeviceBench) => demand(sim.simulated.door).commands.map(({ action }) => action);
const sensed = ({ driver }: DeviceBench) => doorLiveStateSchema.parse(driver.state()).door?.sensed;

describe('CNCMachine with a space behind its door', () => {
  it('reserves the space before its door closes, and releases it once the door is open', async () => {
    const space = new RecordedSpace();
    bench = await openLathe({}, space);
    expect(await move(bench, 'open')).toMatchObject({ ok: true });
    expect(space.told).toEqual(['not open', 'open']);
    expect(await move(bench, 'close')).toMatchObject({ ok: true });
    await bench.pass(2000);
    expect(space.told).toEqual(['not open', 'open', 'take space_lathe', 'not open']);
    expect(moves(bench)).toEqual(['open', 'close']);
  });

  it('leaves the door open while the arm is in the space, with the reason', async () => {
    const space = new RecordedSpace();
    bench = await openLathe({}, space);
    await move(bench, 'open');
    space.refusal = 'The forearm is inside';
    const refused = { kind: 'HaasFailure', reason: 'deviceFault', message: 'The forearm is inside', mayRetry: false };
    expect(await move(bench, 'close')).toEqual({ ok: false, failure: refused });
    await bench.pass(2000);
    expect(moves(bench)).toEqual(['open']);
    expect(sensed(bench)).toBe('open');
    expect(space.told.slice(-2)).toEqual(['refused', 'open']);
    space.refusal = undefined;
    expect(await move(bench, 'close')).toMatchObject({ ok: true });
  });

  it('reports nothing as open while it waits for the space, and does not close after a stop', async () => {
    const space = new RecordedSpace();
    bench = await openLathe({}, space);
    await move(bench, 'open');
    const { clock } = bench;
    space.wait = () => clock.sleep(1500);
    const abort = new AbortController();
    const closing = demand(bench.driver.capabilities.door).actuate({ action: 'close' }, abort.signal);
    await bench.pass(1000);
    abort.abort();
    expect(await bench.settle(closing)).toEqual({ ok: false, stopped: true });
    await bench.pass(2000);
    expect(space.told.slice(-2)).toEqual(['take space_lathe', 'not open']);
    expect(moves(bench)).toEqual(['open']);
    space.wait = async () => undefined;
    await move(bench, 'open');
    expect(space.told.at(-1)).toBe('open');
  });

  it('does not close in a cell without a robot', async () => {
    bench = await openLathe({});
    expect(await move(bench, 'close')).toMatchObject({
      ok: false,
      failure: { message: /position of the arm is unknown/ },
    });
    expect(moves(bench)).toEqual([]);
  });

  it('reports a door without a sensor of the open position only after a command to open', async () => {
    const space = new RecordedSpace();
    bench = await openLathe({ opened: { via: 'none' } }, space);
    bench.box.force('Input 2', 'low');
    await bench.pass(1500);
    expect(sensed(bench)).toBe('open');
    expect(space.told).toEqual(['not open']);
    await move(bench, 'open');
    expect(space.told.at(-1)).toBe('open');
  });

  it('reports a machine that does not answer as not open', async () => {
    const space = new RecordedSpace();
    bench = await openLathe({}, space);
    await move(bench, 'open');
    await bench.sim.close();
    await bench.pass(6000);
    expect(space.told.at(-1)).toBe('not open');
  });

  it('has no such space without a door', () => {
    const config = { kind: 'CNCMachine', autodoor: { interiorID: 'space_lathe' } };
    expect(interiorOf(config)).toBeUndefined();
    expect(interiorOf({ kind: 'CNCMachine', autodoor: door })).toBe('space_lathe');
  });
});
