import { missingCornersMessage } from '@cellwright/geometry';

/** Messages that schemas refuse with: the part of the catalogue that every page of the browser loads. */
export const schemaMessages = {
  assemblyMode:
    "The robot is in assembly mode: connections and tokens of programs are off. Set its operation mode to 'live' first",
  inputRequired: (mode: string) => `Input is required for mode ${mode}`,
  safetyOutputsCannotBeSet: 'Safety outputs cannot be set',
  outsideGripperRange: (what: string, value: string, range: string) =>
    `${what} ${value} is outside what this gripper can do, ${range}; change the command or the gripper's configuration`,
  gripperForceIsAFraction: 'This gripper takes its force as a fraction of its largest: give the force as percent',
  portIsTaken: (port: string, device: string) =>
    `${port} belongs to the device '${device}' already. Choose another port, or switch that device off first`,
  requiredParameter: (parameter: string, call: string) =>
    `Required parameter ${parameter} was null or undefined when calling ${call}`,
  targetsEmpty: 'At least one target is needed',
  meshTooLarge: (triangles: number, limit: number) =>
    `The mesh has ${triangles} triangles, at most ${limit} can be used; simplify it`,
  payloadMassTooSmall: (minimum: number) => `Payload mass cannot be less than ${minimum} kg`,
  payloadMassTooLarge: (maximum: number) => `Payload mass cannot be more than ${maximum} kg`,
  mustSpecifyThreeCorners: missingCornersMessage,
  limitTooSmall: 'Limit must be greater than 0.',
  offsetNegative: 'Offset must be greater than or equal to 0.',
  equipmentNotFound: (id: string) => `Could not find equipment with id ${id}`,
} as const;
