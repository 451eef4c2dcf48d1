import { flangeCircuits, flangeVoltages } from '@cellwright/domain/robot';
import * as z from 'zod';

/**
 * Returns the fields for the flange supply of a wired device. @param where when these fields apply: 'flangeIO', 'ports
 * of the flange'
 */
export const flangeSupplyFields = (where: string) => ({
  voltage: z
    .enum(flangeVoltages)
    .default('24V')
    .meta({ label: 'Voltage', help: `For ${where}: type of the device` }),
  circuit: z
    .enum(flangeCircuits)
    .default('pnp')
    .meta({ label: 'Circuit', help: `For ${where}: type of the device` }),
});
