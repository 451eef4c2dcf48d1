// The hub of a fleet of boxes in the chart, and its NATS server in a real one.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHubKeys, createKey, describeFleetServer, signBoxUser, signHubUser } from '@cellwright/fleet';
import { startNats } from '@cellwright/testkit';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { render, template } from './helm.ts';
import { workloadsOf } from './kubernetes-object.ts';

const values = { profile: 'fleet', hub: { enabled: true } };
const policySchema = z.looseObject({
  ingress: z.array(z.looseObject({ from: z.array(z.unknown()).optional(), ports: z.array(z.unknown()) })).default([]),
  egress: z.array(z.unknown()).default([]),
});

function findPolicy(component: string, more: object = {}) {
  const found = render({ values: { ...values, ...more } }).find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `cellwright-${component}`,
  );
  return policySchema.parse(found?.spec);
}

describe('The hub of the chart', () => {
  it('needs hub.enabled and the profile fleet', () => {
    expect(template({ values: { profile: 'fleet' } }).output).not.toMatch(/fleet-hub|fleet-nats|HUB_ADDRESS/);
    expect(template({ values: { hub: { enabled: true } } }).output).not.toMatch(/fleet-hub|fleet-nats|HUB_ADDRESS/);
  });

  it('has its migrations, and the gateway finds it', () => {
    const workloads = workloadsOf(render({ values }));
    const containersOf = (component: string) => workloads.find((each) => each.component === component)?.pod.containers;
    expect(containersOf('migrations')?.map(({ name }) => name)).toContain('fleet-hub');
    const hub = containersOf('gateway')?.[0]?.env.find(({ name }) => name === 'HUB_ADDRESS');
    expect(hub?.value).toBe('cellwright-fleet-hub:4000');
  });

  it('mounts its keys from a named secret as files in the two pods that need them', () => {
    const objects = render({ values: { ...values, hub: { enabled: true, keysSecret: 'keys-of-boxes' } } });
    const holders = workloadsOf(objects).filter(({ pod }) => JSON.stringify(pod).includes('keys-of-boxes'));
    expect(holders.map(({ component }) => component).sort()).toEqual(['fleet-hub', 'fleet-nats']);
    const [nats] = holders.filter(({ component }) => component === 'fleet-nats');
    expect(JSON.stringify(nats?.pod)).not.toContain('hub-keys.json');
  });

  it('accepts boxes from every address unless peers are set, and allows the server no connections', () => {
    expect(findPolicy('fleet-nats')).toMatchObject({ ingress: [{ ports: [{ port: 4222 }] }], egress: [] });
    const [open] = findPolicy('fleet-nats').ingress;
    expect(open).not.toHaveProperty('from');
    const hub = { enabled: true, boxesFrom: [{ ipBlock: { cidr: '10.0.0.0/8' } }] };
    const [limited] = findPolicy('fleet-nats', { hub }).ingress;
    expect(limited?.from).toHaveLength(2);
    expect(JSON.stringify(limited?.from)).toMatch(/10\.0\.0\.0\/8.*fleet-hub/);
  });

  it('accepts connections of the gateway only, and reaches its database and both servers of NATS', () => {
    const { ingress, egress } = findPolicy('fleet-hub');
    const callers = ingress.filter(({ ports }) => JSON.stringify(ports).includes('4000'));
    expect(callers.map(({ from }) => JSON.stringify(from))).toEqual([expect.stringContaining('"gateway"')]);
    const reached = JSON.stringify(egress).match(/component":"[a-z-]+/g);
    expect(reached?.map((each) => each.slice('component":"'.length)).sort()).toEqual([
      'fleet-nats',
      'nats',
      'postgres',
    ]);
  });
});

describe('The NATS server of boxes', () => {
  it('accepts the users of the keys that make-keys writes, and no others', async () => {
    const { keys } = await createHubKeys();
    const folder = join(tmpdir(), `cellwright-chart-accounts-${keys.fleet.publicKey}`);
    const map = render({ values }).find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'cellwright-fleet-nats',
    );
    const { 'nats.conf': config } = z.object({ 'nats.conf': z.string() }).parse(map?.data);
    const adapted = config
      .replace('listen: "0.0.0.0:4222"\n', '')
      .replace('http: "127.0.0.1:8222"\n', '')
      .replace('include "fleet-nats.conf"', describeFleetServer({ keys, folder }));
    const server = await startNats({ jetstream: false, config: adapted });
    try {
      const user = createKey('user');
      const connectWith = async (jwt: string) => {
        const authenticator = jwtAuthenticator(jwt, Buffer.from(user.seed));
        const nats = await connect({ servers: server.url, authenticator, reconnect: false });
        await nats.close();
      };
      await connectWith(await signHubUser(keys.fleet.seed, user.publicKey));
      const unknown = await signBoxUser(createKey('account').seed, user.publicKey);
      await expect(connectWith(unknown)).rejects.toThrow(/authorization/i);
      await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow(/authorization/i);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
