import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import { createInProcessBus, type EventBus, silentLogger } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStatePublisher } from './state-publisher.ts';

describe('the publisher of device states', () => {
  let clock: VirtualClock;
  let bus: EventBus;
  let received: unknown[];
  let publisher: ReturnType<typeof createStatePublisher>;
  const at = (widthMeters: number): EquipmentLiveState => ({ connected: true, status: 'busy', widthMeters });

  beforeEach(async () => {
    clock = new VirtualClock();
    bus = createInProcessBus({ log: silentLogger });
    received = [];
    await bus.subscribe('equipment.state', (message) => void received.push(message.json()));
    publisher = createStatePublisher({ bus, clock, log: silentLogger });
  });
  afterEach(() => bus.close());

  it('labels each state with its session', async () => {
    publisher.publish('e1', 'twin', at(0.05));
    await flushPromises();
    expect(received).toEqual([{ equipmentID: 'e1', robotKind: 'live', isTwin: true, state: at(0.05) }]);
  });

  it('sends the first change immediately and then only the latest, ten times a second', async () => {
    for (let step = 0; step <= 40; step++) {
      publisher.publish('e1', 'simulated', at(step));
      await clock.advance(20);
    }
    await clock.advance(200);
    // 41 changes over 800 ms: at 0, 100, … 800 ms, and the last.
    expect(received.length).toBeGreaterThanOrEqual(8);
    expect(received.length).toBeLessThanOrEqual(10);
    expect(received[0]).toMatchObject({ state: at(0) });
    expect(received.at(-1)).toMatchObject({ state: at(40) });
  });

  it('never delays one device or session because of another', async () => {
    publisher.publish('e1', 'simulated', at(1));
    publisher.publish('e2', 'simulated', at(2));
    publisher.publish('e1', 'live', at(3));
    await flushPromises();
    expect(received).toHaveLength(3);
  });

  it('survives a bus outage', async () => {
    await bus.close();
    publisher.publish('e1', 'simulated', at(1));
    await flushPromises();
    publisher.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
