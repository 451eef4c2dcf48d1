// Packages of kinds in the chart and in compose: the services that load them, and no others, get the folder.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { render } from './helm.ts';
import { workloadsOf } from './kubernetes-object.ts';

const loading = ['dry-run', 'equipment', 'library', 'routine-runner'];
const mountsSchema = z.object({
  volumeMounts: z.array(z.looseObject({ name: z.string(), readOnly: z.boolean().optional() })),
});
const volumesSchema = z.object({ volumes: z.array(z.unknown()) });
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.looseObject({ KINDS_FOLDER: z.string().optional() }).optional(),
      volumes: z.unknown().optional(),
    }),
  ),
});

describe('The folder of packages', () => {
  const pods = workloadsOf(render({ values: { kinds: { claim: 'cell-kinds' } } }));
  const isGiven = ({ pod }: (typeof pods)[number]) =>
    pod.containers.some(({ env }) => env.some(({ name, value }) => name === 'KINDS_FOLDER' && value === '/kinds'));

  it('comes from the named claim, read-only, in the services that load packages', () => {
    expect(
      pods
        .filter(isGiven)
        .map(({ component }) => component)
        .sort(),
    ).toEqual(loading);
    for (const { pod } of pods.filter(isGiven)) {
      const claim = { name: 'kinds', persistentVolumeClaim: { claimName: 'cell-kinds', readOnly: true } };
      expect(volumesSchema.parse(pod).volumes).toContainEqual(claim);
      const { volumeMounts } = mountsSchema.parse(pod.containers[0]);
      expect(volumeMounts).toContainEqual({ name: 'kinds', mountPath: '/kinds', readOnly: true });
    }
  });

  it('does not exist without a claim', () => {
    expect(workloadsOf(render({})).filter(isGiven)).toEqual([]);
  });

  it('comes from a folder beside the compose file', () => {
    const { services } = composeSchema.parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));
    const given = Object.entries(services).filter(([, { environment }]) => environment?.KINDS_FOLDER === '/kinds');
    expect(given.map(([name]) => name).sort()).toEqual(loading);
    for (const [, { volumes }] of given) expect(volumes).toEqual(['./kinds:/kinds:ro']);
  });
});
