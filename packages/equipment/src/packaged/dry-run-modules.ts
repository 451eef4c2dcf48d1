import * as z from 'zod';
import type { SensorValue } from '../capabilities/actions.ts';
import type { DeviceModules, ModulePart } from './device-modules.ts';
import type { PackagedDevice, PackagedKind } from './packaged-device.ts';

const orderSchema = z.object({ kind: z.enum(['read', 'act', 'stop']), action: z.string().optional() });

/** Carries out orders as the manifests of packages declare, without their modules: for dry runs. */
export function createDryRunModules(findDevice: (kind: PackagedKind) => PackagedDevice): DeviceModules {
  return {
    async run(part, signal) {
      if (part.part === 'drive') await drive(findDevice(part.kind), part, signal);
      return 'It was stopped';
    },
  };
}

async function drive({ declared }: PackagedDevice, { calls }: ModulePart, signal: AbortSignal): Promise<void> {
  const call = (name: string, ...args: readonly unknown[]) => calls.call(name, JSON.stringify(args), signal);
  const levels = new Map<string, SensorValue>();
  for (const { id, dryRun } of declared.sensors) levels.set(id, dryRun);
  while (!signal.aborted) {
    const next = await call('next');
    if (!next.ok) return;
    const order = orderSchema.parse(JSON.parse(next.json));
    const action = declared.actions.find(({ id }) => id === order.action);
    if (action !== undefined) {
      await call('wait', action.dryRun.durationMS);
      for (const [id, value] of Object.entries(action.dryRun.sensors)) levels.set(id, value);
    }
    await call('done', order.kind === 'read' ? Object.fromEntries(levels) : null);
  }
}
