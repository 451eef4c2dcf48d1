import {
  type DevicePorts,
  refusePortsOfDevices,
  type SafetySettings,
  safetyInputsOf,
  safetyOutputsOf,
} from '@cellwright/domain';
import type { EntityHooks } from '@cellwright/service-kit/entities';

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
      if (taken.length > 0) refusePortsOfDevices(taken, (await listDevices()) ?? []);
      return next;
    },
  };
}

function portsOf(settings: SafetySettings): string[] {
  return [...safetyInputsOf(settings), ...safetyOutputsOf(settings)];
}
