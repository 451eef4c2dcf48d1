import { readFingerWidth } from '@cellwright/equipment/capabilities';
import { type BusPayload, busSubjects, type EventBus, type Subscription } from '@cellwright/service-kit';

/** Calls back with the width of a gripper after every change of its state; undefined if it is unknown. */
export function followFingers(
  bus: EventBus,
  onWidth: (device: Omit<BusPayload<'equipmentState'>, 'state'>, width: number | undefined) => void,
): Promise<Subscription> {
  return bus.subscribe(busSubjects.equipmentState.subject, (message) => {
    const event = busSubjects.equipmentState.payload.safeParse(message.json());
    if (event.success) onWidth(event.data, readFingerWidth(event.data.state));
  });
}
