import {
  externalControlPortsOf,
  externalControlSettingsSchema,
  type RobotOperationMode,
  robotIdentitySchema,
} from '@cellwright/domain';
import {
  type BusMessage,
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Subscription,
} from '@cellwright/service-kit';

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

/** Calls back when features were switched on or off. */
export function followFeatureFlags(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('featureFlags'), onChange);
}

/** Hears that the safety settings were changed. */
export function followSafetySettings(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('safetySettings'), onChange);
}

/** Hears which ports external control commands and reports over, also when they were changed while no runner was there. */
export function followExternalControl(
  bus: EventBus,
  onChange: (ports: readonly string[]) => Promise<void>,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.entity.of('externalControlSettings'),
    async (message) => {
      const { document } = busSubjects.entity.payload.parse(message.json());
      await onChange(externalControlPortsOf(externalControlSettingsSchema.parse(document)));
    },
    { durable: 'externalControlPorts' satisfies keyof typeof durableConsumers },
  );
}

/** Calls back with the operation mode of the robot when its identity changes, also after a change without a runner. */
export function followOperationMode(
  bus: EventBus,
  onChange: (mode: RobotOperationMode) => Promise<void>,
): Promise<Subscription> {
  return bus.subscribe(
    busSubjects.entity.of('robotIdentity'),
    async (message) => {
      const { document } = busSubjects.entity.payload.parse(message.json());
      await onChange(robotIdentitySchema.parse(document).robotOperationMode);
    },
    { durable: 'robotOperationMode' satisfies keyof typeof durableConsumers },
  );
}

function readID(message: BusMessage): string | undefined {
  try {
    return busSubjects.entity.payload.pick({ id: true }).parse(message.json()).id;
  } catch {
    return undefined;
  }
}
