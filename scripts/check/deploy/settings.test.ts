// Checks by the schema of each service that it would start with the variables of the chart and the compose file.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema as controller } from '@cellwright/controller/config';
import { configSchema as dryRun } from '@cellwright/dry-run/config';
import { configSchema as equipment } from '@cellwright/equipment-service/config';
import { configSchema as externalControl } from '@cellwright/external-control/config';
import { configSchema as gateway } from '@cellwright/gateway/config';
import { configSchema as stopListener } from '@cellwright/gateway/stop-listener/config';
import { configSchema as hub } from '@cellwright/hub/config';
import { configSchema as identity } from '@cellwright/identity/config';
import { configSchema as library } from '@cellwright/library/config';
import { configSchema as motion } from '@cellwright/motion/config';
import { configSchema as runner } from '@cellwright/routine-runner/config';
import { loadConfig, silentLogger } from '@cellwright/service-kit';
import { makePersonKeys, personVariablesOf, readPeers } from '@cellwright/service-kit/callers';
import { configSchema as softwareUpdate } from '@cellwright/software-update/config';
import { secretVariablesOf } from '@cellwright/topology';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { render } from './helm.ts';
import { workloadsOf } from './kubernetes-object.ts';

const schemas = {
  controller,
  'dry-run': dryRun,
  equipment,
  'external-control': externalControl,
  gateway,
  hub,
  identity,
  library,
  motion,
  'routine-runner': runner,
  'software-update': softwareUpdate,
  'stop-listener': stopListener,
};
const names = Object.keys(schemas) as (keyof typeof schemas)[];
/** The hub of a fleet is no part of a cell, and so not of the compose file. */
const composed = names.filter((name) => name !== 'hub');

/** Variables set by the image itself. */
const ofTheImage = Object.fromEntries(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/\b([A-Z][A-Z_]*)=([0-9.]+)\b/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);
/** Replaces a password or the secret of a call. */
const secret = 'a secret'.padEnd(32, '.');
const people = makePersonKeys();
/** Replaces the value of a variable that comes from a secret. */
const secretOf = (variable: string) =>
  ({ PERSON_KEY: people.privateKey, PERSON_PUBLIC_KEYS: people.publicKey })[variable] ?? secret;
/** Returns the names of the keys that sign the identity of users. */
const personKeysIn = (env: object) =>
  Object.keys(env)
    .filter((variable) => variable.startsWith('PERSON_'))
    .sort();
/** Returns names of secrets that prove services. */
const secretsIn = (env: object) =>
  Object.keys(env)
    .filter((variable) => variable.startsWith('SECRET_'))
    .sort();

/** Placeholder for the root of a pod's file system. */
const podRoot = mkdtempSync(join(tmpdir(), 'pod-'));
afterAll(() => rmSync(podRoot, { recursive: true }));
/** Writes the files of a pod's secrets, and returns its variables with their local paths. */
function mountSecrets(pod: z.infer<typeof podFilesSchema>, env: Readonly<Record<string, string>>) {
  const mounts = pod.containers.flatMap(({ volumeMounts }) => volumeMounts);
  for (const { name, mountPath } of mounts) {
    const items = pod.volumes.find((volume) => volume.name === name)?.secret?.items ?? [];
    mkdirSync(join(podRoot, mountPath), { recursive: true });
    for (const { path } of items) writeFileSync(join(podRoot, mountPath, path), secret);
  }
  const placed = Object.entries(env).map(([name, value]) => [name, name.endsWith('_FILE') ? podRoot + value : value]);
  return Object.fromEntries(placed);
}
const podFilesSchema = z.object({
  containers: z.array(
    z.object({ volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]) }),
  ),
  volumes: z
    .array(
      z.object({
        name: z.string(),
        secret: z.object({ items: z.array(z.object({ path: z.string() })).default([]) }).optional(),
      }),
    )
    .default([]),
});
/** Placeholder for the value of a secret. */
const secrets = {
  DATABASE_URL: 'postgresql://cellwright:x@postgres:5432/cellwright',
  REDIS_URL: 'redis://redis:6379',
};

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      network_mode: z.string().optional(),
    }),
  ),
});
/** Expands like Compose with variables of .env. */
const expand = (environment: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{([A-Z_]+):\?[^}]*\}/g, (_, variable) => secretOf(variable))
        .replace(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1'),
    ]),
  );
const readCompose = () => composeSchema.parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));

/** Returns the service of a program in an image: the main program has the name of the image. */
function serviceOf(image: string, program = 'dist/main.js'): string | undefined {
  const [, ofTheImage] = /\bcellwright\/([a-z-]+):/.exec(image) ?? [];
  return program === 'dist/main.js' ? ofTheImage : /^dist\/([a-z-]+)\.js$/.exec(program)?.[1];
}

test.each(names)('the chart gives %s all required settings', (name) => {
  const profiles = [
    render({ values: { externalControl: { enabled: true } } }),
    render({ values: { profile: 'fleet', hub: { enabled: true } } }),
  ];
  const workloads = profiles
    .flatMap(workloadsOf)
    .filter(
      ({ kind, pod }) =>
        kind === 'Deployment' && pod.containers.some(({ image, args }) => serviceOf(image, args.at(-1)) === name),
    );
  expect(workloads.length).toBeGreaterThan(0);
  for (const { pod } of workloads) {
    const given = pod.containers.flatMap(({ env }) =>
      env.map((each) => [each.name, each.value ?? secretOf(each.name)]),
    );
    const isDatabase = given.some(([variable]) => variable === 'DATABASE_URL');
    const isStore = given.some(([variable]) => variable === 'REDIS_URL');
    const env = {
      ...ofTheImage,
      ...mountSecrets(podFilesSchema.parse(pod), Object.fromEntries(given)),
      ...(isDatabase && { DATABASE_URL: secrets.DATABASE_URL }),
    };
    expect(() => readPeers(name, { env, log: silentLogger })).not.toThrow();
    // In files, which follow the secret without a restart, and which no other process of the pod inherits.
    expect(secretsIn(env)).toEqual(
      secretVariablesOf(name)
        .map((variable) => `${variable}_FILE`)
        .sort(),
    );
    expect(personKeysIn(env)).toEqual([...personVariablesOf(name)].sort());
    expect(() => loadConfig(schemas[name], isStore ? { ...env, REDIS_URL: secrets.REDIS_URL } : env)).not.toThrow();
  }
});

describe('admin key', () => {
  test.each([
    ['on a cell, whose test plays a routine', {}, 'anywhere', ['test']],
    ['on a cell that says otherwise', { gateway: { adminKeyFrom: 'loopback' } }, 'loopback', []],
    ['on a fleet', { profile: 'fleet' }, 'loopback', []],
  ])('has its configured origin %s', (_where, values, from, shownBy) => {
    const workloads = workloadsOf(render({ values }));
    const door = workloads.find(({ component }) => component === 'gateway')?.pod.containers[0];
    expect(door?.env.find(({ name }) => name === 'ADMIN_KEY_FROM')?.value).toBe(from);
    const others = workloads.filter(({ pod }) =>
      pod.containers.some(({ env }) => env.some(({ name }) => name === 'ADMIN_KEY_FILE')),
    );
    expect(others.map(({ component }) => component).filter((each) => each !== 'gateway')).toEqual(shownBy);
  });

  test('comes from the command line of the compose file on the loopback of the gateway', () => {
    const { services } = readCompose();
    expect(services.gateway?.environment.ADMIN_KEY_FROM).toBeUndefined();
    expect(services.cli).toMatchObject({
      network_mode: 'service:gateway',
      environment: { CELL_URL: 'http://localhost:3000' },
    });
  });
});

test('the compose file gives each service the same addresses as the chart', () => {
  const { services } = readCompose();
  const addressesOf = (variables: readonly string[]) =>
    variables.filter((variable) => /^(?!SECRET_).*_(ADDRESS|CONTROLLER)$/.test(variable)).sort();
  for (const { kind, component, pod } of workloadsOf(render())) {
    if (kind !== 'Deployment' || component === 'redis') continue;
    const ofTheChart = addressesOf(pod.containers.flatMap(({ env }) => env.map(({ name }) => name)));
    const ofCompose = addressesOf(Object.keys(services[component]?.environment ?? {}));
    expect([component, ofCompose]).toEqual([component, ofTheChart]);
  }
});

test.each(composed)('the compose file gives %s all required settings', (name) => {
  const { services } = readCompose();
  const own = Object.values(services).filter(({ image, command }) => serviceOf(image, command.at(-1)) === name);
  expect(own.length).toBeGreaterThan(0);
  for (const { environment } of own) {
    const env = { ...ofTheImage, ...expand(environment) };
    expect(() => readPeers(name, { env, log: silentLogger })).not.toThrow();
    expect(secretsIn(env)).toEqual([...secretVariablesOf(name)].sort());
    expect(personKeysIn(env)).toEqual([...personVariablesOf(name)].sort());
    expect(() => loadConfig(schemas[name], env)).not.toThrow();
  }
});
