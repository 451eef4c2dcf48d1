import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { type BusPayload, busSubjects, type EventBus, type Logger } from '@cellwright/service-kit';
import type { Session } from '../domain/stop-epochs.ts';

/** Minimum interval of states, ms: fingers in motion change all the time, and screens need no more than this. */
const intervalMS = 100;

export type EquipmentStateEvent = BusPayload<'equipmentState'>;

export interface StatePublisherDeps {
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Publishes states of devices, at most ten a second for each device, and always the last one. */
export function createStatePublisher({ bus, clock, log }: StatePublisherDeps) {
  const waiting = new Map<string, { event: EquipmentStateEvent | undefined; cancel: () => void }>();

  const send = (event: EquipmentStateEvent): void => {
    bus.publish(busSubjects.equipmentState.subject, event).catch((error: unknown) => {
      log.debug('a device state was not published', { equipmentID: event.equipmentID, error });
    });
  };
  const rest = (key: string): void => {
    const cancel = clock.schedule(intervalMS, () => {
      const event = waiting.get(key)?.event;
      waiting.delete(key);
      if (!event) return;
      send(event);
      rest(key);
    });
    waiting.set(key, { event: undefined, cancel });
  };

  return {
    publish(equipmentID: string, session: Session, state: EquipmentLiveState): void {
      const event = { equipmentID, ...robotOf(session), state };
      const key = `${session} ${equipmentID}`;
      const pending = waiting.get(key);
      if (pending) pending.event = event;
      else {
        send(event);
        rest(key);
      }
    },
    close(): void {
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}

function robotOf(session: Session): { robotKind: RobotKind; isTwin: boolean } {
  return { robotKind: session === 'simulated' ? 'simulated' : 'live', isTwin: session === 'twin' };
}
