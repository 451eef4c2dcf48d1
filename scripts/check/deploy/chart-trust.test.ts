import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { render, template } from './helm.ts';
import { workloadsOf } from './kubernetes-object.ts';
import { findWrongValues } from './strict-schema.ts';

// Also loads the validators, which takes longer than validating.
beforeAll(() => void findWrongValues(render()));

describe('Secrets of calls between services', () => {
  const volumeSchema = z.looseObject({
    secret: z.looseObject({ secretName: z.string(), items: z.array(z.object({ key: z.string(), path: z.string() })) }),
  });

  it.each([
    [
      'gateway',
      [
        'gateway-to-dry-run',
        'gateway-to-equipment',
        'gateway-to-hub',
        'gateway-to-identity',
        'gateway-to-library',
        'gateway-to-motion',
        'gateway-to-routine-runner',
        'gateway-to-software-update',
      ],
    ],
    ['motion', ['gateway-to-motion', 'routine-runner-to-motion']],
    ['controller-twin', ['routine-runner-to-controller']],
    ['stop-listener', ['stop-listener-to-identity', 'stop-listener-to-routine-runner']],
  ])('belong to the files of the pod %s only', (component, expected) => {
    const workload = workloadsOf(render()).find((each) => each.component === component);
    const volumes = z.array(z.looseObject({ name: z.string() })).parse(workload?.pod.volumes);
    const { secret } = volumeSchema.parse(volumes.find(({ name }) => name === 'calls'));
    expect(secret.secretName).toBe('cellwright');
    const keys = expected.map((call) => `call-${call}`);
    expect(secret.items.map(({ key }) => key).sort()).toEqual(keys);
    expect(secret.items.map(({ path }) => path).sort()).toEqual(keys);
  });

  it('do not appear in any variable', () => {
    expect(template({}).output).not.toMatch(/key: call-[a-z-]+ \} \}/);
    expect(template({}).output).not.toMatch(/name: SECRET_[A-Z_]*(?<!_FILE)\n/);
  });
});

describe('Mutual TLS between services', () => {
  const values = { internalTLS: { secretName: 'cell-internal-tls' } };
  const volumeSchema = z.looseObject({
    secret: z.looseObject({ secretName: z.string(), items: z.array(z.looseObject({ key: z.string() })) }),
  });

  it('gives each service its own certificate and key from a secret by name', () => {
    const objects = render({ values });
    const services = workloadsOf(objects).filter(({ kind, pod }) =>
      pod.containers.some(({ image }) => kind === 'Deployment' && /cellwright\/[a-z-]+:/.test(image)),
    );
    expect(services.length).toBeGreaterThan(8);
    for (const { component, pod } of services) {
      const [container] = pod.containers;
      const pathOf = (variable: string) => container?.env.find(({ name }) => name === variable)?.value;
      expect(pathOf('INTERNAL_TLS_CERT_FILE'), component).toBe('/run/secrets/internal-tls/tls.crt');
      expect(pathOf('INTERNAL_TLS_KEY_FILE'), component).toBe('/run/secrets/internal-tls/tls.key');
      expect(pathOf('INTERNAL_TLS_CA_FILE'), component).toBe('/run/secrets/internal-tls/ca.crt');
      const volumes = z.array(z.looseObject({ name: z.string() })).parse(pod.volumes);
      const { secret } = volumeSchema.parse(volumes.find(({ name }) => name === 'internal-tls'));
      const name = component.replace(/^controller-.*/, 'controller');
      expect(secret.secretName).toBe('cell-internal-tls');
      expect(secret.items.map(({ key }) => key)).toEqual([`${name}.crt`, `${name}.key`, 'ca.crt']);
    }
    expect(findWrongValues(objects)).toEqual([]);
  });

  it('stays off by default', () => {
    expect(template({}).output).not.toContain('INTERNAL_TLS');
  });
});
