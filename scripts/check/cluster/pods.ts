// Pods of a namespace, as the API server lists them.
import * as z from 'zod';
import type { Kubectl } from './kubectl.ts';

const podSchema = z.object({
  metadata: z.object({ name: z.string(), uid: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.object({
    containers: z.array(
      z.object({
        name: z.string(),
        ports: z.array(z.object({ name: z.string(), containerPort: z.number(), protocol: z.string() })).default([]),
      }),
    ),
  }),
  status: z.object({
    phase: z.string(),
    podIP: z.string().default(''),
    conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
    containerStatuses: z.array(z.object({ restartCount: z.number() })).default([]),
  }),
});
const listSchema = z.object({ items: z.array(podSchema) });

export interface Pod {
  readonly name: string;
  readonly uid: string;
  /** Its component in the chart. */
  readonly component: string;
  readonly address: string;
  readonly ports: readonly { readonly name: string; readonly number: number }[];
  readonly isReady: boolean;
  readonly restarts: number;
}

/** Lists pods of the release that stay, without those of jobs and tests. */
export async function listPods(kubectl: Kubectl, namespace: string, release: string): Promise<Pod[]> {
  const selector = `app.kubernetes.io/instance=${release},app.kubernetes.io/component notin (migrations,test)`;
  const answer = await kubectl.run(['-n', namespace, 'get', 'pods', '-l', selector, '-o', 'json']);
  return listSchema.parse(JSON.parse(answer)).items.map(({ metadata, spec, status }) => ({
    ...{ name: metadata.name, uid: metadata.uid, address: status.podIP },
    component: metadata.labels['app.kubernetes.io/component'] ?? '',
    ports: spec.containers.flatMap(({ ports }) =>
      ports
        .filter(({ protocol }) => protocol === 'TCP')
        .map(({ name, containerPort }) => ({ name, number: containerPort })),
    ),
    isReady: status.conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
    restarts: status.containerStatuses.reduce((sum, { restartCount }) => sum + restartCount, 0),
  }));
}

/** A pod without credentials and without a part in the release, which waits for commands. */
export const strangerPod = (namespace: string, image: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'stranger', namespace },
  spec: {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    terminationGracePeriodSeconds: 0,
    containers: [
      {
        ...{ name: 'stranger', image, imagePullPolicy: 'Never', command: ['node', '-e', 'setInterval(() => {}, 1e6)'] },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
});
