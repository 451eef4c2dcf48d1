// Compares the memory of each container with the limit in the chart.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { round } from './report.ts';
import type { ServiceName, Stack } from './stack.ts';

const resourcesSchema = z.looseObject({ resources: z.object({ limits: z.object({ memory: z.string() }) }) });
const valuesSchema = z.looseObject({
  services: z.record(z.string(), resourcesSchema),
  ...{ postgres: resourcesSchema, nats: resourcesSchema, redis: resourcesSchema },
});
const statSchema = z.object({ ID: z.string(), MemUsage: z.string() });
const megabytes: Readonly<Record<string, number>> = {
  B: 1e-6,
  KiB: 1024e-6,
  MiB: 1024 ** 2 / 1e6,
  GiB: 1024 ** 3 / 1e6,
};

export interface Memory {
  readonly usedMB: Readonly<Record<string, number>>;
  readonly limitMB: Readonly<Record<string, number>>;
  readonly sumMB: number;
  readonly [figure: string]: unknown;
}

/**
 * Measures the services.
 * @throws Error naming the services above their limit in the chart.
 */
export async function measureMemory(stack: Stack, services: readonly ServiceName[]): Promise<Memory> {
  const values = valuesSchema.parse(parse(readFileSync('deploy/helm/cellwright/values.yaml', 'utf8')));
  const usedMB: Record<string, number> = {};
  const limitMB: Record<string, number> = {};
  for (const service of services) {
    const id = await stack.idOf(service);
    const said = await stack.engine.docker(['stats', '--no-stream', '--format', '{{json .}}', id]);
    const [used = ''] = statSchema.parse(JSON.parse(said)).MemUsage.split(' / ');
    usedMB[service] = round(toMB(used));
    const store = service === 'postgres' || service === 'nats' || service === 'redis' ? values[service] : undefined;
    const limit = (store ?? values.services[service])?.resources.limits.memory;
    if (limit === undefined) throw new Error(`the chart has no limit for ${service}`);
    limitMB[service] = round(toMB(`${limit}B`));
  }
  const over = services.filter((service) => (usedMB[service] ?? 0) > (limitMB[service] ?? 0));
  if (over.length > 0)
    throw new Error(`more than the chart allows: ${over.map((name) => `${name} ${usedMB[name]} MB`)}`);
  return { usedMB, limitMB, sumMB: round(Object.values(usedMB).reduce((sum, each) => sum + each, 0)) };
}

/** Converts '128.5MiB' or '384MiB' to MB. */
export function toMB(text: string): number {
  const [, number, unit = ''] = /^([\d.]+)([KMG]?i?B)$/.exec(text) ?? [];
  const factor = megabytes[unit];
  if (number === undefined || factor === undefined) throw new Error(`'${text}' is no amount of memory`);
  return Number(number) * factor;
}
