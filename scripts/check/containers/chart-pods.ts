// Converts a pod of the chart for a container engine, as a kubelet would: its arguments, variables, files, user, limits
// and names.
import * as z from 'zod';
import { bytesOf, type KubernetesObject } from '../deploy/kubernetes-object.ts';

const envSchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number()]).transform(String).optional(),
  valueFrom: z
    .object({
      secretKeyRef: z.object({ name: z.string(), key: z.string() }).optional(),
      fieldRef: z.object({ fieldPath: z.string() }).optional(),
    })
    .optional(),
});
const portSchema = z.union([z.string(), z.number()]);
const probeSchema = z.object({
  httpGet: z.object({ path: z.string(), port: portSchema }).optional(),
  tcpSocket: z.object({ port: portSchema }).optional(),
  exec: z.object({ command: z.array(z.string()) }).optional(),
});
export type Probe = z.infer<typeof probeSchema>;

const containerSchema = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
  env: z.array(envSchema).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  resources: z.object({ limits: z.object({ cpu: z.string(), memory: z.string() }) }),
  startupProbe: probeSchema.optional(),
  readinessProbe: probeSchema.optional(),
  livenessProbe: probeSchema.optional(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});
export type PodContainer = z.infer<typeof containerSchema>;

const volumeSchema = z.object({
  name: z.string(),
  emptyDir: z.object({ sizeLimit: z.string() }).optional(),
  configMap: z.object({ name: z.string() }).optional(),
  secret: z
    .object({
      secretName: z.string(),
      defaultMode: z.number().default(0o644),
      items: z.array(z.object({ key: z.string(), path: z.string() })),
    })
    .optional(),
});
export type PodVolume = z.infer<typeof volumeSchema>;

const podSpecSchema = z.object({
  securityContext: z.object({ runAsUser: z.number(), runAsGroup: z.number(), fsGroup: z.number() }),
  containers: z.array(containerSchema),
  volumes: z.array(volumeSchema).default([]),
});
const claimSchema = z.object({ metadata: z.object({ name: z.string() }) });

export interface ChartPod {
  readonly kind: string;
  readonly component: string;
  readonly spec: z.infer<typeof podSpecSchema>;
  /** Names of its persistent volumes. */
  readonly claims: readonly string[];
  /** Names of the chart's services that lead to it. */
  readonly aliases: readonly string[];
}

const workloadSchema = z.object({
  template: z.object({ spec: z.unknown() }),
  volumeClaimTemplates: z.array(claimSchema).default([]),
});
const serviceSchema = z.object({
  selector: z.record(z.string(), z.string()),
  ports: z.array(z.object({ port: z.number(), targetPort: portSchema })),
});

const componentLabel = 'app.kubernetes.io/component';

/**
 * Returns every pod of the rendered objects. @throws Error for a service whose port differs from its pod's, which a
 * name alone cannot map.
 */
export function readPods(objects: readonly KubernetesObject[]): readonly ChartPod[] {
  return objects.flatMap((object): ChartPod[] => {
    const component = object.metadata.labels[componentLabel] ?? '';
    if (object.kind === 'Pod') {
      return [{ kind: 'Pod', component, spec: podSpecSchema.parse(object.spec), claims: [], aliases: [] }];
    }
    if (!['Deployment', 'StatefulSet', 'Job'].includes(object.kind)) return [];
    const { template, volumeClaimTemplates } = workloadSchema.parse(object.spec);
    const spec = podSpecSchema.parse(template.spec);
    const claims = volumeClaimTemplates.map(({ metadata }) => metadata.name);
    return [{ kind: object.kind, component, spec, claims, aliases: aliasesOf(objects, component, spec.containers) }];
  });
}

function aliasesOf(
  objects: readonly KubernetesObject[],
  component: string,
  containers: readonly PodContainer[],
): string[] {
  return objects
    .filter(({ kind }) => kind === 'Service')
    .flatMap(({ metadata, spec }) => {
      const { selector, ports } = serviceSchema.parse(spec);
      if (selector[componentLabel] !== component) return [];
      for (const { port, targetPort } of ports) {
        if (portOf(targetPort, containers) !== port)
          throw new Error(`port ${port} of ${metadata.name} leads to another`);
      }
      return [metadata.name];
    });
}

export function portOf(port: string | number, containers: readonly PodContainer[]): number {
  if (typeof port === 'number') return port;
  const found = containers.flatMap(({ ports }) => ports).find(({ name }) => name === port);
  if (!found) throw new Error(`no container has a port named ${port}`);
  return found.containerPort;
}

/** Returns the variables of a container; replaces `$(NAME)` of an earlier one, like a kubelet. */
export function variablesOf(container: PodContainer, secret: Readonly<Record<string, string>>): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { name, value, valueFrom } of container.env) {
    const key = valueFrom?.secretKeyRef?.key;
    if (key !== undefined && secret[key] === undefined) throw new Error(`the secret has no ${key}`);
    variables.set(name, key === undefined ? expand(value ?? '', variables) : (secret[key] ?? ''));
  }
  return variables;
}

export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\((\w+)\)/g, (whole, name: string) => variables.get(name) ?? whole);
}

/** Returns the arguments of `docker run` for user and rights. */
export function limitsOf(pod: ChartPod, container: PodContainer): string[] {
  const { runAsUser, runAsGroup, fsGroup } = pod.spec.securityContext;
  const { cpu, memory } = container.resources.limits;
  const bytes = String(bytesOf(memory));
  const cpus = cpu.endsWith('m') ? Number(cpu.slice(0, -1)) / 1000 : Number(cpu);
  return [
    ...[`--user=${runAsUser}:${runAsGroup}`, `--group-add=${fsGroup}`, '--read-only', '--cap-drop=ALL'],
    ...['--security-opt=no-new-privileges', `--memory=${bytes}`, `--memory-swap=${bytes}`, `--cpus=${cpus}`],
  ];
}
