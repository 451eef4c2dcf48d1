import { messages, ProductError, type SafetySettings, safetyInputsOf, safetyOutputsOf } from '@cellwright/domain';
import type { EntityHooks } from '@cellwright/service-kit/entities';

/** A device with the ports that it has for itself, by full name. */
export interface DevicePorts {
  readonly name: string;
  readonly drivenPorts?: readonly string[] | undefined;
}

/**
 * A rule takes no port that a device has, which would stop the cell by a valve, or move the valve by a stop. What was stored before
 * is not looked at again. While the equipment service does not answer, a rule is stored: safety does not wait for a device.
 * @param listDevices those that are switched on; undefined while nobody says
 */
export function createSafetySettingsHooks(
  listDevices: () => Promise<readonly DevicePorts[] | undefined>,
): EntityHooks<SafetySettings> {
  return {
    async beforeSave(next, previous) {
      const before = new Set(portsOf(previous));
      const taken = portsOf(next).filter((port) => !before.has(port));
      const devices = taken.length > 0 ? ((await listDevices()) ?? []) : [];
      for (const { name, drivenPorts = [] } of devices) {
        const port = taken.find((candidate) => drivenPorts.includes(candidate));
        if (port !== undefined) throw new ProductError('conflict', messages.portIsTaken(port, name), { port });
      }
      return next;
    },
  };
}

function portsOf(settings: SafetySettings): string[] {
  return [...safetyInputsOf(settings), ...safetyOutputsOf(settings)];
}
