import { readFileSync, writeFileSync } from 'node:fs';
import { sliceOf } from '@cellwright/testkit/exhaustive';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { chart, lint, parseObjects, render, template } from './helm.ts';
import { bytesOf, workloadsOf } from './kubernetes-object.ts';
import { matrix, refused } from './matrix.ts';
import { allowedArrows, findUncovered, reachedNetworks } from './network.ts';
import { findBreaches } from './policy.ts';
import { findUnknownKeys, findUnservedApis, findWrongValues } from './strict-schema.ts';

// Also loads the validators, which takes longer than validating.
beforeAll(() => void findWrongValues(render()));

const serviceSchema = z.object({
  spec: z.object({
    type: z.string().optional(),
    ports: z.array(z.object({ name: z.string().optional(), nodePort: z.number().optional() })),
  }),
});

const fleet = { values: { profile: 'fleet' } };

/** Some combinations of values in `npm test`, the others in slices. */
const rows = sliceOf(Object.entries(matrix), ([name]) => name, { share: 0.15 });

describe('the chart', () => {
  test.each(rows)('has no lint for %s', (_name, { values }) => {
    expect(lint(values)).toMatchObject({ ok: true });
  });

  test.each(Object.entries(refused))('refuses %s', (_name, [values, words]) => {
    const answer = template({ values });
    expect(answer.ok).toBe(false);
    expect(answer.output).toContain(words);
  });
});

describe('values for scheduling and addresses of pods', () => {
  it('reach every pod, including stores and hooks', () => {
    const nodeSelector = { 'example.com/robot': 'yes' };
    const tolerations = [{ key: 'robot', operator: 'Exists', effect: 'NoSchedule' }];
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['hall-1'] }] }],
        },
      },
    };
    const objects = render({ values: { nodeSelector, tolerations, affinity } });
    const specs = objects.flatMap(findPodSpecs);
    expect(specs.length).toBeGreaterThan(8);
    for (const spec of specs) expect(spec).toMatchObject({ nodeSelector, tolerations, affinity });
    expect(findWrongValues(objects)).toEqual([]);
  });

  it('have no default', () => {
    for (const spec of render().flatMap(findPodSpecs)) {
      expect(['nodeSelector', 'tolerations', 'affinity'].filter((key) => key in spec)).toEqual([]);
    }
  });

  it('make services and NATS listen on IPv6 with ::', () => {
    const objects = render({ values: { listenHost: '::' } });
    const text = JSON.stringify(objects);
    expect(text).toContain('listen: \\"[::]:4222\\"');
    expect(text).not.toContain('0.0.0.0:');
    const gateway = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('gateway'));
    expect(JSON.stringify(gateway)).toContain('{"name":"HOST","value":"::"}');
  });

  it.each([{ listenHost: 'localhost' }, { tolerations: [{ effekt: 'NoSchedule' }] }, { affinity: { node: {} } }])(
    'fail the rendering when they are %j',
    (values) => {
      expect(template({ values }).ok).toBe(false);
    },
  );
});

/** Returns the specs of the pods in an object at any depth. */
function findPodSpecs(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('containers' in value && Array.isArray(value.containers)) return [value];
  return Object.values(value).flatMap(findPodSpecs);
}

describe.each(rows)('%s', (_name, options) => {
  const rendered = () => render(options);

  it('uses APIs that the cluster serves, with valid values', () => {
    expect(findUnservedApis(rendered(), options.kubeVersion === '1.20.0')).toEqual([]);
    expect(findWrongValues(rendered())).toEqual([]);
  });

  it('runs everything restricted, limited and probed', () => {
    expect(findBreaches(rendered())).toEqual([]);
  });

  it('names each object once', () => {
    const names = rendered().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('publishes no port for health and metrics, and each node port once', () => {
    const services = rendered().flatMap((object) => (object.kind === 'Service' ? [serviceSchema.parse(object)] : []));
    const published = services.filter(({ spec }) => spec.type === 'NodePort' || spec.type === 'LoadBalancer');
    const ports = published.flatMap(({ spec }) => spec.ports);
    expect(ports.filter(({ name }) => name === 'admin')).toEqual([]);
    const nodePorts = ports.flatMap(({ nodePort }) => (nodePort === undefined ? [] : [nodePort]));
    expect(new Set(nodePorts).size).toBe(nodePorts.length);
  });

  it('runs nothing without a NetworkPolicy', () => {
    const isOff = !rendered().some(({ kind }) => kind === 'NetworkPolicy');
    expect(isOff).toBe(_name === 'a cell where classes and policies are of elsewhere');
    if (!isOff) expect(findUncovered(rendered())).toEqual([]);
  });
});

test('no object of any of these has a key unknown to its kind', () => {
  expect(findUnknownKeys(rows.flatMap(([, options]) => render(options)))).toEqual([]);
});

describe('checks of the chart', () => {
  const deployment = () =>
    structuredClone(
      render()
        .filter(({ kind }) => kind === 'Deployment')
        .slice(0, 1),
    );

  test('find an unknown key at any depth', () => {
    const objects = parseObjects(JSON.stringify(deployment()[0]).replace('"readinessProbe"', '"readynessProbe"'));
    expect(findUnknownKeys(objects).join()).toContain('readynessProbe');
  });

  test('find an invalid value', () => {
    const objects = parseObjects(
      JSON.stringify(deployment()[0]).replace(/"containerPort":\d+/, '"containerPort":"http"'),
    );
    expect(findWrongValues(objects)).toHaveLength(1);
  });

  test('find a removed API', () => {
    const objects = parseObjects(JSON.stringify(deployment()[0]).replace('apps/v1', 'extensions/v1beta1'));
    expect(findUnservedApis(objects)).toHaveLength(1);
  });

  test.each([
    ['"runAsNonRoot":true', '"runAsNonRoot":false', 'may run as root'],
    ['"drop":["ALL"]', '"drop":[]', 'keeps capabilities'],
    ['"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":false', 'may write its root file system'],
    ['"livenessProbe"', '"unused"', 'lacks a probe'],
    ['/health/live', '/health/ready', 'asks dependencies whether it is alive'],
    [/"image":"[^"]+"/, '"image":"nginx:latest"', 'has an image without a version'],
    [/--max-old-space-size=\d+/, '--max-old-space-size=4096', 'has a heap of 4096 MB'],
    ['"resources"', '"unused"', 'has no requests and limits'],
    ['"automountServiceAccountToken":false', '"unused":1', 'has a token of the cluster'],
  ])('find %s replaced', (what, by, breach) => {
    const text = JSON.stringify(deployment()[0]);
    const broken = typeof what === 'string' ? text.replaceAll(what, by) : text.replace(what, by);
    expect(broken).not.toBe(text);
    expect(findBreaches(parseObjects(broken)).join()).toContain(breach);
  });
});

describe('cell of the chart', () => {
  const memory = () =>
    workloadsOf(render())
      .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
      .flatMap(({ pod, replicas }) =>
        pod.containers.map(({ resources }) => replicas * bytesOf(resources?.requests.memory ?? '')),
      )
      .reduce((sum, bytes) => sum + bytes, 0);

  it('requests at most 1.5 GB of memory, including databases', () => {
    expect(memory()).toBeLessThanOrEqual(1.5e9);
  });

  it('needs no internet: no address outside the cluster, no repeated pull of an image', () => {
    const { output } = template();
    const hosts = [...output.matchAll(/[a-z]+:\/\/(?:[^@\s"]*@)?([a-z0-9.-]+)/g)].map(([, host]) => host ?? '');
    expect(hosts.filter((host) => !/^(cellwright-[a-z-]+|127\.0\.0\.1)$/.test(host))).toEqual([]);
    expect(reachedNetworks(render())).toEqual([]);
    const policies = workloadsOf(render()).flatMap(({ pod }) =>
      pod.containers.map(({ imagePullPolicy }) => imagePullPolicy),
    );
    expect(new Set(policies)).toEqual(new Set(['IfNotPresent']));
  });

  it('has exactly the arrows of the architecture', () => {
    expect(allowedArrows(render())).toEqual(
      [
        ...['library:4000', 'routine-runner:4000', 'equipment:4000', 'identity:4000', 'motion:4001'].map(
          (to) => `gateway → ${to}`,
        ),
        'gateway → dry-run:4000',
        ...['library:4000', 'equipment:4000', 'routine-runner:4000'].map((to) => `dry-run → ${to}`),
        ...['routine-runner:4000', 'identity:4000'].map((to) => `stop-listener → ${to}`),
        ...['library:4000', 'motion:4000', 'equipment:4000'].map((to) => `routine-runner → ${to}`),
        ...['controller-simulated:4000', 'controller-twin:4000'].map((to) => `routine-runner → ${to}`),
        'library → equipment:4000',
        'library → identity:4000',
        // Devices wired to the ports of a robot.
        'equipment → routine-runner:4000',
        // The owner of a port, requested before another user gets it.
        ...['library:4000', 'identity:4000'].map((to) => `equipment → ${to}`),
        'identity → equipment:4000',
        ...['library', 'routine-runner', 'equipment', 'identity', 'migrations'].map(
          (from) => `${from} → postgres:5432`,
        ),
        ...['gateway', 'library', 'routine-runner', 'equipment', 'identity'].map((from) => `${from} → nats:4222`),
        ...['identity', 'motion'].map((from) => `${from} → redis:6379`),
        'test → gateway:3000',
      ].sort(),
    );
  });

  it('has one commander of an arm, replaced and never duplicated, and starts it first', () => {
    const commanders = workloadsOf(render()).filter(({ component }) => /^(routine-runner|controller-)/.test(component));
    expect(commanders).toHaveLength(3);
    for (const { replicas, strategy, pod } of commanders) {
      expect({ replicas, strategy, class: pod.priorityClassName }).toEqual({
        replicas: 1,
        strategy: 'Recreate',
        class: 'robots-cellwright-stop',
      });
    }
  });

  it('reaches the network of its devices only from the equipment service', () => {
    const reach = { equipment: [{ cidr: '192.168.10.0/24', ports: [502] }] };
    expect(reachedNetworks(render({ values: { networkPolicy: { reach } } }))).toEqual([
      'equipment → 192.168.10.0/24:502',
    ]);
  });
});

describe('fleet of the chart', () => {
  it('has the gateway, identity and the hub, and no robot', () => {
    const components = workloadsOf(render(fleet)).map(({ component }) => component);
    expect(components.sort()).toEqual(
      ['gateway', 'identity', 'software-update', 'migrations', 'nats', 'postgres', 'redis', 'test'].sort(),
    );
  });
});

describe('migrations of the chart', () => {
  const jobs = (options: object) => render(options).filter(({ kind }) => kind === 'Job');
  const bundled = { values: {} };
  const external = { values: { postgres: { bundled: false } } };

  test.each([
    ['an install that brings the database', bundled, undefined],
    ['an upgrade of it', { ...bundled, isUpgrade: true }, 'pre-install,pre-upgrade'],
    ['an install with a database of elsewhere', external, 'pre-install,pre-upgrade'],
  ])('form one Job at %s', (_name, options, hook) => {
    expect(jobs(options)).toHaveLength(1);
    expect(jobs(options)[0]?.metadata.annotations['helm.sh/hook']).toBe(hook);
  });

  test('remove themselves when they are done if they are a part of the release', () => {
    const lifetime = (options: object) =>
      z.looseObject({ ttlSecondsAfterFinished: z.number().optional() }).parse(jobs(options)[0]?.spec);
    expect(lifetime(bundled).ttlSecondsAfterFinished).toBe(60);
    expect(lifetime({ ...bundled, isUpgrade: true }).ttlSecondsAfterFinished).toBeUndefined();
  });

  test('make every service with migrations wait and none apply them', () => {
    const modes = workloadsOf(render())
      .flatMap(({ component, pod }) => pod.containers.flatMap(({ env }) => env.map((each) => ({ component, ...each }))))
      .filter(({ name }) => name === 'MIGRATIONS');
    expect(modes.map(({ component, value }) => `${component} ${value}`).sort()).toEqual([
      'equipment await',
      'identity await',
      'library await',
      'routine-runner await',
    ]);
  });
});

describe("password of the tables' owner", () => {
  test.each([
    ['of this release', {}, 'postgres-password'],
    ['of elsewhere', { postgres: { bundled: false } }, 'migrations-database-url'],
  ])('with a database %s reaches only the migrations and the database', (_where, values, key) => {
    const holders = workloadsOf(render({ values })).filter(({ pod }) => JSON.stringify(pod).includes(`"${key}"`));
    const expected = key === 'postgres-password' ? ['migrations', 'postgres'] : ['migrations'];
    expect(holders.map(({ component }) => component).sort()).toEqual(expected);
  });
});

const alertsSchema = z.object({ alerts: z.array(z.object({ name: z.string() })) });

describe('telemetry', () => {
  const { alerts } = alertsSchema.parse(parse(readFileSync(`${chart}/files/alerts.yaml`, 'utf8')));

  test.each(alerts)('the alert $name has a page with instructions', ({ name }) => {
    expect(readFileSync(`docs/runbooks/${name}.md`, 'utf8')).toMatch(/## What it means[\s\S]+## What to do/);
  });

  test('the dashboard and the alerts use existing metrics', () => {
    const asked =
      readFileSync(`${chart}/files/alerts.yaml`, 'utf8') + readFileSync(`${chart}/files/dashboard.json`, 'utf8');
    const names = new Set(
      [...asked.matchAll(/cellwright_([a-z_]+?)(?:_total|_count|_bucket)?(?=\{)/g)].map(([, name]) => name ?? ''),
    );
    const sources = [
      'packages/service-kit/src/metrics.ts',
      'packages/service-kit/src/bus/nats/durable-channel.ts',
      'services/controller/src/rpc/commander-silence.ts',
    ]
      .map((file) => readFileSync(file, 'utf8'))
      .join();
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !new RegExp(`\\b(?:cellwright_)?${name}\\b`).test(sources))).toEqual([]);
  });
});

describe('TLS of the gateway', () => {
  const values = { gateway: { tls: { secret: 'cell-tls', offerAuthority: true }, hostNames: ['robots.example'] } };
  const containerOf = (component: string, given: object) =>
    workloadsOf(render({ values: given })).find((each) => each.component === component)?.pod.containers[0];
  const valueIn = (component: string, variable: string, given: object = values) =>
    containerOf(component, given)?.env.find(({ name }) => name === variable)?.value;

  it('the gateway and the stop listener serve TLS from a secret by name', () => {
    for (const component of ['gateway', 'stop-listener']) {
      expect(valueIn(component, 'TLS_CERT_FILE')).toBe('/run/secrets/tls/tls.crt');
      expect(valueIn(component, 'TLS_CA_FILE')).toBe('/run/secrets/tls/ca.crt');
    }
    const { output } = template({ values });
    expect(output.match(/containerPort: 344[34]/g)).toHaveLength(2);
    expect(output.match(/secretName: cell-tls/g)).toHaveLength(2);
    expect(output.match(/port: 344[34]\b/g)?.length).toBeGreaterThanOrEqual(4);
  });

  it('no TLS is served without a secret', () => {
    expect(template({}).output).not.toMatch(/344[34]|TLS_CERT_FILE/);
  });

  it('has the host names of the gateway', () => {
    const names = valueIn('gateway', 'HOST_NAMES')?.split(',') ?? [];
    expect(names.some((name) => name.endsWith('-gateway'))).toBe(true);
    expect(names.at(-1)).toBe('robots.example');
    const ingress = { gateway: { ingress: { enabled: true, host: 'cell.example' } } };
    expect(valueIn('gateway', 'HOST_NAMES', ingress)).toMatch(/,cell\.example$/);
    const nodePort = { gateway: { service: { type: 'NodePort' } } };
    expect(valueIn('gateway', 'HOST_NAMES', nodePort)).toMatch(/,\$\(NODE_IP\)$/);
  });
});

/** UPDATE_GOLDEN=1 rewrites them, so that a review shows changes of the applied objects. */
test.each([
  ['cell', {}],
  ['fleet', fleet],
  ['fleet-with-hub', { values: { profile: 'fleet', hub: { enabled: true } } }],
])('the objects of the profile %s equal the reviewed ones', (profile, options) => {
  const file = `scripts/check/deploy/golden/${profile}.yaml`;
  const { output } = template(options);
  const { UPDATE_GOLDEN } = process.env;
  if (UPDATE_GOLDEN) writeFileSync(file, output);
  expect(output).toBe(readFileSync(file, 'utf8'));
});
