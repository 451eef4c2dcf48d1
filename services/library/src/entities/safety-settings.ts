import {
  type DevicePorts,
  ProductError,
  refusePortsOfDevices,
  type SafetySettings,
  safetyInputsOf,
  safetyOutputsOf,
} from '@cellwright/domain';
import type { EntityHooks } from '@cellwright/service-kit/entities';

/** The cell's robot; without an id until its record was heard of. */
export interface KnownRobot {
  robotID?: string;
}

/**
 * A rule takes no port that a device has, which would stop the cell by a valve, or move the valve by a stop. What was stored before
 * is not looked at again. While the equipment service does not answer, a rule is stored: safety does not wait for a device.
 * @param listDevices those that are switched on; undefined while nobody says
 */
export function createSafetySettingsHooks(
  listDevices: () => Promise<readonly DevicePorts[] | undefined>,
  robot: KnownRobot,
): EntityHooks<SafetySettings> {
  return {
    async beforeSave(next, previous) {
      const before = new Set(portsOf(previous));
      const taken = portsOf(next).filter((port) => !before.has(port));
      if (taken.length > 0) refusePortsOfDevices(taken, (await listDevices()) ?? []);
      return { ...next, robotID: nameRobot(next, previous, robot) };
    },
  };
}

/** @throws ProductError request_failed_validation for the name of another robot. */
function nameRobot(next: SafetySettings, previous: SafetySettings, { robotID = previous.robotID }: KnownRobot): string {
  if (next.robotID === '' || next.robotID === previous.robotID || next.robotID === robotID) return robotID;
  throw new ProductError(
    'request_failed_validation',
    `The safety settings are those of the robot ${robotID}. Send its id as robotID, or leave robotID out`,
  );
}

function portsOf(settings: SafetySettings): string[] {
  return [...safetyInputsOf(settings), ...safetyOutputsOf(settings)];
}
