import { arrows } from '@cellwright/topology';
import { describe, expect, it } from 'vitest';
import { render } from '../deploy/helm.ts';
import type { KubernetesObject } from '../deploy/kubernetes-object.ts';
import { expand, limitsOf, readPods, variablesOf } from './chart-pods.ts';

const secret = Object.fromEntries(
  [
    ...['admin-key', 'audit-key', 'postgres-password', 'postgres-services-password', 'redis-password', 'nats-library'],
    'person-public-keys',
    ...arrows.map(({ caller, callee }) => `call-${caller}-to-${callee}`),
  ].map((key) => [key, `p-${key}`]),
);

describe('readPods', () => {
  const pods = readPods(render());
  const podOf = (component: string) => {
    const pod = pods.find((each) => each.component === component);
    const [container] = pod?.spec.containers ?? [];
    if (!pod || !container) throw new Error(`there is no pod of ${component}`);
    return { pod, container };
  };

  it('returns the stores, the services, the migrations and the test', () => {
    expect(pods.map(({ component }) => component).sort()).toEqual(
      [
        ...[
          'controller-simulated',
          'controller-twin',
          'dry-run',
          'equipment',
          'gateway',
          'identity',
          'library',
          'migrations',
          'motion',
        ],
        ...['nats', 'postgres', 'redis', 'routine-runner', 'stop-listener', 'test'],
      ].sort(),
    );
  });

  it('sets the names of services, and inserts passwords into addresses', () => {
    const { pod, container } = podOf('library');
    expect(pod.aliases).toEqual(['cellwright-library']);
    const variables = variablesOf(container, secret);
    expect(variables.get('DATABASE_URL')).toBe(
      'postgresql://cellwright_services:p-postgres-services-password@cellwright-postgres:5432/cellwright',
    );
    expect(variables.get('NATS_PASSWORD')).toBe('p-nats-library');
    expect(variables.get('SECRET_GATEWAY_TO_LIBRARY_FILE')).toBe('/run/secrets/calls/call-gateway-to-library');
  });

  it('grants no more than the chart allows', () => {
    const { pod, container } = podOf('controller-twin');
    expect(limitsOf(pod, container)).toEqual(
      expect.arrayContaining([
        '--user=10001:10001',
        '--read-only',
        '--cap-drop=ALL',
        `--memory=${160 * 2 ** 20}`,
        '--cpus=1',
      ]),
    );
  });

  it("refuses a service that leads to another port than its pod's", () => {
    const moved = render().map(
      (object): KubernetesObject =>
        object.kind === 'Service' && object.metadata.name === 'cellwright-library'
          ? {
              ...object,
              spec: {
                selector: { 'app.kubernetes.io/component': 'library' },
                ports: [{ port: 81, targetPort: 'grpc' }],
              },
            }
          : object,
    );
    expect(() => readPods(moved)).toThrow('port 81 of cellwright-library');
  });
});

it('replaces earlier variables in a text, and keeps unknown ones', () => {
  expect(expand('--requirepass $(PASSWORD) $(OTHER)', new Map([['PASSWORD', 'p1']]))).toBe('--requirepass p1 $(OTHER)');
});
