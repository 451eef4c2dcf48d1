import { missingCornersMessage } from '@cellwright/geometry';
import { defineMessages } from '../basics/message-sources.ts';

/** Messages that schemas refuse with: the part of the catalogue that every page of the browser loads. */
export const schemaMessages = defineMessages('schema', {
  assemblyMode:
    "The robot is in assembly mode, which disables program connections and tokens. Set its operation mode to 'live' first",
  inputRequired: (mode: string) => `Input is required for mode ${mode}`,
  safetyOutputsCannotBeSet: 'Safety outputs cannot be set',
  outsideGripperRange: (what: string, value: string, range: string) =>
    `${what} ${value} is outside the range of this gripper, ${range}. Change the command or the configuration of the gripper`,
  gripperForceIsAFraction: 'This gripper needs its force as a percentage of its maximum force',
  portIsTaken: (port: string, device: string) =>
    `${port} is already used by the device '${device}'. Choose another port, or disable that device first`,
  requiredParameter: (parameter: string, call: string) =>
    `Required parameter ${parameter} was null or undefined when calling ${call}`,
  targetsEmpty: 'At least one target is required',
  meshTooLarge: (triangles: number, limit: number) =>
    `The mesh has ${triangles} triangles, but the limit is ${limit}. Simplify it`,
  payloadMassTooSmall: (minimum: number) => `Payload mass cannot be less than ${minimum} kg`,
  payloadMassTooLarge: (maximum: number) => `Payload mass cannot be more than ${maximum} kg`,
  mustSpecifyThreeCorners: missingCornersMessage,
  limitTooSmall: 'Limit must be greater than 0.',
  offsetNegative: 'Offset must be greater than or equal to 0.',
  equipmentNotFound: (id: string) => `Could not find equipment with id ${id}`,
});
