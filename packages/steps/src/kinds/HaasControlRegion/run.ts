import { machineMessages } from '@cellwright/domain/runner-socket';
import {
  commandDevice,
  completed,
  type DevicesPort,
  failed,
  type StepOutcome,
  type StepRuntime,
  stopped,
} from '../../framework/index.ts';
import type { HaasControlRegionArgs } from './contract.ts';

export const haasControlRegionRuntime: StepRuntime<HaasControlRegionArgs> = {
  async run(context) {
    const { args, ports, signal } = context;
    const { equipmentID } = args;
    const command = { action: 'setCellSafe', isSafe: true } as const;
    const set = await commandDevice(ports, { capability: 'machine', equipmentID, command }, signal);
    if (set.ok) return context.playChildren();
    return 'stopped' in set ? stopped : failed('HaasFailure', machineMessages.setCellSafeFailed, set.failure.message);
  },
  leave: ({ args, ports, signal }) => reset(ports.devices, args, signal),
};

/** Once, without waiting for a busy machine: the driver also resets it when it ends. */
async function reset(
  devices: DevicesPort,
  { equipmentID }: HaasControlRegionArgs,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const told = await devices.actuate('machine', equipmentID, { action: 'setCellSafe', isSafe: false }, signal);
  if (told.ok) return completed;
  const detail = 'failure' in told ? told.failure.message : undefined;
  return failed('HaasFailure', machineMessages.resetCellSafeFailed, detail);
}
