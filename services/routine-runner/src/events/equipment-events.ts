import type { EventBus, Subscription } from '@cellwright/service-kit';

const changedSubject = 'event.equipment.changed';

/**
 * Hears that a device was attached, changed or taken away, so that the tool that clients see is the one there is. A
 * missed message costs only that: every motion asks for the tool anyway.
 */
export function followEquipment(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(changedSubject, onChange);
}
