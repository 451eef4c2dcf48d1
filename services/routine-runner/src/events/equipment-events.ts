import { type BusMessage, busSubjects, type EventBus, type Subscription } from '@cellwright/service-kit';

/**
 * Hears that a device was attached, changed or taken away, so that a move under way is held when it is the tool. A missed
 * message costs only that: a play, a resume and a hand motion ask for the tool anyway.
 * @param onChange told the device's id; undefined when the message does not say.
 */
export function followEquipment(
  bus: EventBus,
  onChange: (equipmentID: string | undefined) => void,
): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('equipment'), (message) => onChange(readID(message)));
}

/** Hears that a space item was made, changed or removed: an object that stands round the arm may be among them. */
export function followSpaceItems(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('globalSpace'), onChange);
}

function readID(message: BusMessage): string | undefined {
  try {
    return busSubjects.entity.payload.pick({ id: true }).parse(message.json()).id;
  } catch {
    return undefined;
  }
}
