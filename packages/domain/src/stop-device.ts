import * as z from 'zod';

/** Ends the commands of a device that are under way, whatever its capability. */
export const stopDeviceCommand = { action: 'STOP' } as const;

const stopDeviceSchema = z.strictObject({ action: z.literal(stopDeviceCommand.action) });

/** True if the command of `executeDeviceCommand` ends those under way. */
export function isStopOfDevice(command: unknown): boolean {
  return stopDeviceSchema.safeParse(command).success;
}
