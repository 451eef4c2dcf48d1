import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ActionsDevice,
  actionsLiveStateSchema,
  commandedCapabilities,
  resultSchemaOf,
  type SimulatedActions,
} from '../capabilities/index.ts';
import { demand } from '../conformance/rig.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { clampOver, clampPlaces } from './interfaces.fixture.ts';

/** Tests a kind with actions on each of its interfaces, through its driver and its simulator. */
export function testActions(kind: EquipmentKind): void {
  describe.each(clampPlaces)('over %s', (deviceInterface, { first }) => {
    const isWired = 'ioPort' in first;
    const never = new AbortController().signal;
    let bench: DeviceBench;
    let device: ActionsDevice;
    let simulated: SimulatedActions;
    beforeEach(async () => {
      bench = await openBench(kind, clampOver(deviceInterface));
      device = demand(bench.driver.capabilities.actions);
      simulated = demand(bench.sim.simulated.actions);
    });
    afterEach(() => bench.close());

    const actuate = (action: string, signal = never) => bench.settle(device.actuate({ action }, signal));
    const told = () => simulated.commands.map(({ value }) => value);
    const closed = () => actionsLiveStateSchema.parse(bench.driver.state()).sensors[0];

    it('sets the outputs of an action once and ends when its sensor reports it', async () => {
      const before = bench.clock.now();
      const result = await actuate('clamp');
      const reading = { id: 'closed', name: 'Closed', value: 'high', valueName: 'Shut' };
      expect(result).toEqual({ ok: true, value: { sensors: [reading] } });
      expect(resultSchemaOf<unknown>(commandedCapabilities.actions).parse(result)).toEqual(result);
      expect(bench.clock.now() - before).toBeGreaterThanOrEqual(190);
      expect(told()).toEqual([1]);
    });

    it('ends an action without a sensor when its outputs are set', async () => {
      await actuate('clamp');
      const before = bench.clock.now();
      expect(await actuate('a2')).toMatchObject({ ok: true });
      expect(bench.clock.now() - before).toBeLessThan(100);
      expect(told()).toEqual([1, 0]);
    });

    it('sets every output of an action under its configured name', async () => {
      expect(await actuate('Blow')).toMatchObject({ ok: true });
      expect(new Set(simulated.commands.map(({ place }) => place)).size).toBe(2);
      expect(told()).toEqual([1, 1]);
    });

    it('follows its sensors by their own names', async () => {
      expect(closed()).toMatchObject({ value: 'low', valueName: 'Not shut' });
      simulated.setSensor('closed', 'high');
      await bench.pass(1200);
      expect(closed()).toMatchObject({ value: 'high', valueName: 'Shut' });
    });

    it('shows busy during an action and idle after it, and rejects a second command meanwhile', async () => {
      const statuses: string[] = [];
      bench.driver.onChange(({ status }) => statuses.push(status));
      const one = device.actuate({ action: 'clamp' }, never);
      expect(await actuate('Blow')).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
      expect(await bench.settle(one)).toMatchObject({ ok: true });
      await bench.pass(100);
      expect([...new Set(statuses)]).toEqual(['busy', 'idle']);
      expect(told()).toEqual([1]);
    });

    it('fails an action whose sensor does not change, at its time limit', async () => {
      bench.sim.faults.jammed = true;
      const before = bench.clock.now();
      expect(await actuate('clamp')).toMatchObject({ failure: { reason: 'timeout', mayRetry: false } });
      expect(bench.clock.now() - before).toBeGreaterThanOrEqual(2000);
      expect(bench.clock.now() - before).toBeLessThan(2100);
    });

    it('never sends a command that was stopped before, and ends as stopped while it waits', async () => {
      expect(await actuate('clamp', AbortSignal.abort())).toEqual({ ok: false, stopped: true });
      expect(told()).toEqual([]);
      bench.sim.faults.jammed = true;
      const abort = new AbortController();
      const waiting = device.actuate({ action: 'clamp' }, abort.signal);
      await bench.pass(300);
      abort.abort();
      expect(await bench.settle(waiting)).toEqual({ ok: false, stopped: true });
      expect(told()).toEqual([1]);
    });

    it('fails the command in progress with the reason of its closing', async () => {
      bench.sim.faults.jammed = true;
      const waiting = device.actuate({ action: 'clamp' }, never);
      await bench.pass(300);
      await bench.settle(bench.driver.close('The device was switched off'));
      expect(await waiting).toMatchObject({
        failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. '), mayRetry: false },
      });
    });

    if (isWired) {
      it('becomes unreachable with the control box and sets nothing', async () => {
        bench.box.setAway(true);
        expect(await actuate('clamp')).toMatchObject({ failure: { reason: 'unreachable', mayRetry: true } });
        bench.box.setAway(false);
        await bench.waitForState(({ connected }) => connected);
        expect(bench.box.log).toEqual([]);
      });
    } else {
      it('reports that a command was refused', async () => {
        bench.sim.faults.refusing = true;
        expect(await actuate('clamp')).toMatchObject({ failure: { reason: 'deviceFault', mayRetry: false } });
      });

      it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
        bench.sim.faults.hangUpOnCommand = true;
        expect(await actuate('Blow')).toMatchObject({ failure: { reason: 'outcomeUnknown', mayRetry: false } });
        bench.sim.faults.hangUpOnCommand = false;
        await bench.pass(5000);
        expect(told()).toEqual([1]);
      });

      it('shows a device that is gone and finds it again', async () => {
        await bench.sim.close();
        expect(await bench.waitForState(({ connected }) => !connected)).toMatchObject({ status: 'error' });
        expect(await actuate('clamp')).toMatchObject({ failure: { reason: 'unreachable', mayRetry: true } });
        await bench.restartSim();
        await bench.waitForState(({ connected, status }) => connected && status === 'idle');
      });
    }
  });
}
