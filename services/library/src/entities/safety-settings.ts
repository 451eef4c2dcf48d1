import { ProductError } from '@cellwright/domain/basics';
import {
  type DevicePorts,
  refusePortsOfDevices,
  type SafetySettings,
  safetyInputsOf,
  safetyOutputsOf,
} from '@cellwright/domain/robot';
import type { EntityHooks } from '@cellwright/service-kit/entities';

/** The cell's robot; without an id until its record arrives. */
export interface KnownRobot {
  robotID?: string;
}

/**
 * Creates the hooks of the safety settings. A rule cannot use the port of a device: a valve could stop the cell, or a
 * stop could move the valve. Rules stored earlier are not checked again. While the equipment service does not answer,
 * rules are accepted: safety does not depend on a device. @param listDevices returns the enabled devices; undefined
 * while they are unknown
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

/** Sets the id of the robot. @throws ProductError request_failed_validation for the id of another robot. */
function nameRobot(next: SafetySettings, previous: SafetySettings, { robotID = previous.robotID }: KnownRobot): string {
  if (next.robotID === '' || next.robotID === previous.robotID || next.robotID === robotID) return robotID;
  throw new ProductError(
    'request_failed_validation',
    `The safety settings belong to the robot ${robotID}. Send its id as robotID, or omit robotID`,
  );
}

function portsOf(settings: SafetySettings): string[] {
  return [...safetyInputsOf(settings), ...safetyOutputsOf(settings)];
}
