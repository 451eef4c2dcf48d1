import {
  externalControlPortsOf,
  externalControlSettingsSchema,
  type RobotOperationMode,
  robotIdentitySchema,
} from '@cellwright/domain/robot';
import {
  type BusMessage,
  busSubjects,
  type durableConsumers,
  type EventBus,
  type Subscription,
} from '@cellwright/service-kit';

/**
 * Calls back when a device was added, changed or removed, so that a running move pauses when it is the tool. A missed
 * message is harmless otherwise: a play, a resume and a manual motion read the tool anyway. @param onChange gets the
 * device's id; undefined when the message does not contain it.
 */
export function followEquipment(
  bus: EventBus,
  onChange: (equipmentID: string | undefined) => void,
): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('equipment'), (message) => onChange(readID(message)));
}

/** Calls back when the calibration of a camera was stored, changed or removed. */
export function followCalibrations(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('cameraCalibrations'), onChange);
}

/** Calls back when a space item was created, changed or removed, which may be an obstacle of the arm. */
export function followSpaceItems(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('globalSpace'), onChange);
}

/** Calls back when features were switched on or off. */
export function followFeatureFlags(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('featureFlags'), onChange);
}

/** Calls back when the safety settings were changed. */
export function followSafetySettings(bus: EventBus, onChange: () => void): Promise<Subscription> {
  return bus.subscribe(busSubjects.entity.of('safetySettings'), onChange);
}

/** Calls back with the ports of external control, also when they were changed while no runner was running. */
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
