import * as z from 'zod';
import { type KubernetesObject, workloadsOf } from './kubernetes-object.ts';

const selectorSchema = z.looseObject({ matchLabels: z.record(z.string(), z.string()).default({}) });
const peerSchema = z.looseObject({
  podSelector: selectorSchema.optional(),
  namespaceSelector: z.unknown().optional(),
  ipBlock: z.object({ cidr: z.string() }).optional(),
});
const portsSchema = z.array(z.object({ port: z.number(), protocol: z.string().optional() }));
const policySchema = z.looseObject({
  spec: z.looseObject({
    podSelector: selectorSchema,
    policyTypes: z.array(z.string()),
    ingress: z.array(z.object({ from: z.array(peerSchema).optional(), ports: portsSchema })).default([]),
    egress: z.array(z.object({ to: z.array(peerSchema).optional(), ports: portsSchema })).default([]),
  }),
});

const component = 'app.kubernetes.io/component';

/** Returns `from → to:port` for every connection between pods of the release that both ends allow. */
export function allowedArrows(objects: readonly KubernetesObject[]): string[] {
  const policies = policiesOf(objects);
  const out = new Set<string>();
  const into = new Set<string>();
  for (const { podSelector, ingress, egress } of policies) {
    const self = podSelector.matchLabels[component];
    for (const { to = [], ports } of egress)
      for (const arrow of pair(to, ports, (peer, port) => `${self} → ${peer}:${port}`)) out.add(arrow);
    for (const { from = [], ports } of ingress)
      for (const arrow of pair(from, ports, (peer, port) => `${peer} → ${self}:${port}`)) into.add(arrow);
    // A port that is open to all is open to each pod that may connect.
    for (const { ports } of ingress.filter(({ from }) => from === undefined))
      for (const { port } of ports)
        for (const other of policies) into.add(`${other.podSelector.matchLabels[component]} → ${self}:${port}`);
  }
  return [...out].filter((arrow) => into.has(arrow)).sort();
}

function pair(
  peers: z.infer<typeof peerSchema>[],
  ports: z.infer<typeof portsSchema>,
  name: (peer: string, port: number) => string,
): string[] {
  const known = peers.flatMap(({ podSelector, namespaceSelector }) =>
    namespaceSelector === undefined ? [podSelector?.matchLabels[component] ?? ''] : [],
  );
  return known.flatMap((peer) => ports.map(({ port }) => name(peer, port)));
}

/** Returns the networks outside the release that a component may reach. */
export function reachedNetworks(objects: readonly KubernetesObject[]): string[] {
  return policiesOf(objects).flatMap(({ podSelector, egress }) =>
    egress.flatMap(({ to = [], ports }) =>
      to.flatMap(({ ipBlock }) =>
        ipBlock ? ports.map(({ port }) => `${podSelector.matchLabels[component]} → ${ipBlock.cidr}:${port}`) : [],
      ),
    ),
  );
}

/** Returns workloads without their own policy. */
export function findUncovered(objects: readonly KubernetesObject[]): string[] {
  const policies = policiesOf(objects).filter(
    ({ podSelector, policyTypes }) => podSelector.matchLabels[component] && policyTypes.length === 2,
  );
  const covers = (labels: Readonly<Record<string, string>>) =>
    policies.some(({ podSelector }) =>
      Object.entries(podSelector.matchLabels).every(([key, value]) => labels[key] === value),
    );
  return workloadsOf(objects)
    .filter(({ labels }) => !covers(labels))
    .map(({ component: name }) => name);
}

function policiesOf(objects: readonly KubernetesObject[]) {
  return objects.filter(({ kind }) => kind === 'NetworkPolicy').map((object) => policySchema.parse(object).spec);
}
