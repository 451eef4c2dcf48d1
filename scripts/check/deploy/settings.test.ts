// Whether each service would start with what the chart and the compose file tell it: judged by the service's own schema.
import { readFileSync } from 'node:fs';
import { configSchema as controller } from '@cellwright/controller/config';
import { configSchema as equipment } from '@cellwright/equipment-service/config';
import { configSchema as gateway } from '@cellwright/gateway/config';
import { configSchema as identity } from '@cellwright/identity/config';
import { configSchema as library } from '@cellwright/library/config';
import { configSchema as motion } from '@cellwright/motion/config';
import { configSchema as runner } from '@cellwright/routine-runner/config';
import { loadConfig } from '@cellwright/service-kit';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { render } from './helm.ts';
import { workloadsOf } from './kubernetes-object.ts';

const schemas = { controller, equipment, gateway, identity, library, motion, 'routine-runner': runner };
const names = Object.keys(schemas) as (keyof typeof schemas)[];

/** What an image says itself. */
const ofTheImage = Object.fromEntries(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/\b([A-Z][A-Z_]*)=([0-9.]+)\b/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);
/** Stands for a value that a secret has. */
const secrets = {
  DATABASE_URL: 'postgresql://cellwright:x@postgres:5432/cellwright',
  REDIS_URL: 'redis://redis:6379',
};

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({ image: z.string(), environment: z.record(z.string(), z.string()).default({}) }),
  ),
});

test.each(names)('the chart tells %s all that it needs', (name) => {
  const workloads = workloadsOf(render()).filter(
    ({ kind, pod }) => kind === 'Deployment' && pod.containers.some(({ image }) => image.includes(`/${name}:`)),
  );
  expect(workloads.length).toBeGreaterThan(0);
  for (const { pod } of workloads) {
    const given = pod.containers.flatMap(({ env }) => env.map((each) => [each.name, each.value ?? 'a secret']));
    const isDatabase = given.some(([variable]) => variable === 'DATABASE_URL');
    const isStore = given.some(([variable]) => variable === 'REDIS_URL');
    const env = {
      ...ofTheImage,
      ...Object.fromEntries(given),
      ...(isDatabase && { DATABASE_URL: secrets.DATABASE_URL }),
    };
    expect(() => loadConfig(schemas[name], isStore ? { ...env, REDIS_URL: secrets.REDIS_URL } : env)).not.toThrow();
  }
});

test.each(names)('the compose file tells %s all that it needs', (name) => {
  const { services } = composeSchema.parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));
  const own = Object.values(services).filter(({ image }) => image.startsWith(`cellwright/${name}:`));
  expect(own.length).toBeGreaterThan(0);
  for (const { environment } of own) {
    expect(() => loadConfig(schemas[name], { ...ofTheImage, ...environment })).not.toThrow();
  }
});
