import { createInProcessBus, silentLogger } from '@cellwright/service-kit';
import { expect, it, vi } from 'vitest';
import { followEquipment } from './equipment-events.ts';

it('says which device changed, and that one did when the message is not understood', async () => {
  const bus = createInProcessBus({ log: silentLogger });
  const heard: (string | undefined)[] = [];
  const following = await followEquipment(bus, (id) => void heard.push(id));
  await bus.publish('event.entity.equipment', { id: 'equipment_1', version: 2, change: 'patched' });
  await bus.publish('event.entity.equipment', ['?']);
  await vi.waitFor(() => expect(heard).toEqual(['equipment_1', undefined]));
  await following.close();
  await bus.close();
});
