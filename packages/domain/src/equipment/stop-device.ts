import * as z from 'zod';

/** Command that ends the commands in progress of a device, for any capability. */
export const stopDeviceCommand = { action: 'STOP' } as const;

/** Other fields are ignored: they never prevent a stop. */
const stopDeviceSchema = z.object({ action: z.literal(stopDeviceCommand.action) });

/** True if the command of `executeDeviceCommand` ends those in progress. */
export function isStopOfDevice(command: unknown): boolean {
  return stopDeviceSchema.safeParse(command).success;
}
