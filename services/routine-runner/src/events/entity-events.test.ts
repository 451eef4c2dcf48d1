import { createInProcessBus, silentLogger } from '@cellwright/service-kit';
import { expect, it, vi } from 'vitest';
import { followEquipment, followExternalControl } from './entity-events.ts';

it('names the changed device, or none when the message is not understood', async () => {
  const bus = createInProcessBus({ log: silentLogger });
  const heard: (string | undefined)[] = [];
  const following = await followEquipment(bus, (id) => void heard.push(id));
  await bus.publish('event.entity.equipment', { id: 'equipment_1', version: 2, change: 'patched' });
  await bus.publish('event.entity.equipment', ['?']);
  await vi.waitFor(() => expect(heard).toEqual(['equipment_1', undefined]));
  await following.close();
  await bus.close();
});

it('lists the ports of external control, and none while it is disabled', async () => {
  const bus = createInProcessBus({ log: silentLogger });
  const heard: (readonly string[])[] = [];
  const following = await followExternalControl(bus, async (ports) => void heard.push(ports));
  const ioPorts = [
    { direction: 'input', port: 3, meaning: 'play' },
    { direction: 'output', port: 4, meaning: 'running' },
  ];
  const tell = (isRobotIOEnabled: boolean, revision: number) =>
    bus.publish('event.entity.externalControlSettings', {
      entity: 'externalControlSettings',
      change: 'patched',
      id: '1',
      version: revision,
      revision,
      at: '2030-01-01T00:00:00.000Z',
      by: { id: 'ada', name: 'Ada' },
      document: { id: '1', isEnabled: true, isRobotIOEnabled, ioPorts },
    });
  await tell(true, 1);
  await tell(false, 2);
  await vi.waitFor(() => expect(heard).toEqual([['Input 3', 'Output 4'], []]));
  await following.close();
  await bus.close();
});
