import * as z from 'zod';

const labelsSchema = z.record(z.string(), z.string());

/** Common fields of objects; the types of each kind check the rest. */
export const kubernetesObjectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    labels: labelsSchema.default({}),
    annotations: labelsSchema.default({}),
  }),
});
export type KubernetesObject = z.infer<typeof kubernetesObjectSchema>;

const probe = z.looseObject({
  httpGet: z.looseObject({ path: z.string() }).optional(),
});
const amounts = z.object({ cpu: z.string(), memory: z.string() });
export const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  imagePullPolicy: z.string().optional(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z
    .array(z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }))
    .default([]),
  resources: z.object({ requests: amounts, limits: amounts }).optional(),
  securityContext: z
    .looseObject({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      capabilities: z.looseObject({ drop: z.array(z.string()), add: z.array(z.string()).optional() }).optional(),
    })
    .default({}),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
});
export type Container = z.infer<typeof containerSchema>;

export const podSchema = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  priorityClassName: z.string().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z
    .looseObject({
      runAsNonRoot: z.boolean().optional(),
      runAsUser: z.number().optional(),
      seccompProfile: z.looseObject({ type: z.string() }).optional(),
    })
    .default({}),
  containers: z.array(containerSchema),
});

const workloadSchema = z.looseObject({
  spec: z.looseObject({
    replicas: z.number().optional(),
    strategy: z.looseObject({ type: z.string().optional() }).optional(),
    template: z.looseObject({ metadata: z.looseObject({ labels: labelsSchema }), spec: podSchema }),
  }),
});

export interface Workload {
  readonly kind: string;
  /** Its component label. */
  readonly component: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly replicas: number;
  readonly strategy: string | undefined;
  readonly pod: z.infer<typeof podSchema>;
}

/** Returns all objects that run pods. */
export function workloadsOf(objects: readonly KubernetesObject[]): readonly Workload[] {
  return objects.flatMap((object): Workload[] => {
    const { kind, metadata } = object;
    const component = metadata.labels['app.kubernetes.io/component'] ?? '';
    if (kind === 'Pod') {
      const pod = podSchema.parse(object.spec);
      return [{ kind, component, labels: metadata.labels, replicas: 1, strategy: undefined, pod }];
    }
    if (!['Deployment', 'StatefulSet', 'Job', 'DaemonSet', 'CronJob'].includes(kind)) return [];
    const { replicas = 1, strategy, template } = workloadSchema.parse(object).spec;
    const { labels } = template.metadata;
    return [{ kind, component, labels, replicas, strategy: strategy?.type, pod: template.spec }];
  });
}

/** Converts `192Mi` or `2Gi` to bytes. */
export function bytesOf(amount: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(amount) ?? [];
  if (number === undefined) throw new Error(`${amount} is not an amount of memory in Mi or Gi`);
  return Number(number) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20);
}
