import * as z from 'zod';
import type { WriteFunctions } from '../transport/modbus.ts';

/** Returns the fields for the Modbus write functions: some devices support only one of each. */
export const writeFunctionFields = (help?: string) => ({
  registerFunction: z
    .enum(['16', '6'])
    .default('16')
    .meta({ label: 'Function that writes registers', ...(help === undefined ? {} : { help }) }),
  coilFunction: z
    .enum(['5', '15'])
    .default('5')
    .meta({ label: 'Function that writes coils', ...(help === undefined ? {} : { help }) }),
});

interface WriteFunctionConfig {
  readonly registerFunction: '16' | '6';
  readonly coilFunction: '5' | '15';
}

/** Returns the functions of a configuration in the form that the transport uses. */
export function writeFunctionsFrom({ registerFunction, coilFunction }: WriteFunctionConfig): WriteFunctions {
  return {
    registers: registerFunction === '6' ? 'single' : 'multiple',
    coils: coilFunction === '15' ? 'multiple' : 'single',
  };
}
