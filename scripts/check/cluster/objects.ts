// Objects that the check creates in a cluster in addition to those of the chart.

import * as z from 'zod';
import { type KubernetesObject, kubernetesObjectSchema } from '../deploy/kubernetes-object.ts';

export const namespaceName = 'robots';
export const accountName = 'cellwright';

/** A namespace that admits restricted pods only, and warns of objects whose pods it would refuse. */
export const restrictedNamespace = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    labels: {
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    },
  },
});

export const serviceAccount = (name: string, namespace: string) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace },
});

const templateSchema = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({}),
      spec: z.looseObject({ volumes: z.array(z.unknown()).default([]) }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).default([]),
  }),
});

/** Returns the pods that controllers would create from the objects of a chart. */
export function podsOf(objects: readonly KubernetesObject[]): KubernetesObject[] {
  return objects.flatMap((object) => {
    if (object.kind === 'Pod') return [object];
    const parsed = templateSchema.safeParse(object);
    if (!parsed.success) return [];
    const { template, volumeClaimTemplates } = parsed.data.spec;
    const { metadata } = template;
    const name = `${object.kind.toLowerCase()}-${object.metadata.name}`;
    const claims = volumeClaimTemplates.map((claim) => claim.metadata.name);
    const claimed = claims.map((claim) => ({ name: claim, persistentVolumeClaim: { claimName: claim } }));
    const spec = { ...template.spec, volumes: [...template.spec.volumes, ...claimed] };
    return [kubernetesObjectSchema.parse({ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name }, spec })];
  });
}
