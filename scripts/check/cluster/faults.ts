// Faults of the node and of pods, with the expected reactions: each pod is killed in turn, and the kubelet.
import * as z from 'zod';
import { round, until } from '../containers/report.ts';
import type { Cluster } from './cluster.ts';
import { nodeName } from './node.ts';
import { namespaceName } from './objects.ts';
import type { Release } from './release.ts';

/** Maximum time until the cell responds again after its pods are ready, ms. */
const answerWithinMS = 30_000;

/** Waits until the routine is found again. @throws Error when it is not. */
export async function requireWhole(isWhole: () => Promise<boolean>): Promise<void> {
  await until(async () => (await isWhole().catch(() => false)) || undefined, {
    ...{ withinMS: answerWithinMS, everyMS: 200 },
    sentence: 'the gateway does not find the routine of the person again',
  });
}

/** Kills each pod without grace, one after the other, and waits until the cell is whole again. */
export async function killEachPod(
  { kubectl }: Cluster,
  release: Release,
  isWhole: () => Promise<boolean>,
): Promise<Record<string, number>> {
  const pods = await release.pods();
  const components = pods.map(({ component }) => component);
  const backSeconds: Record<string, number> = {};
  for (const { component, name } of pods) {
    const startedAt = performance.now();
    await kubectl.run(['-n', namespaceName, 'delete', 'pod', name, '--grace-period=0', '--force', '--wait=true'], {
      withinMS: 120_000,
    });
    await release.waitUntilReady(components);
    await requireWhole(isWhole);
    backSeconds[component] = round((performance.now() - startedAt) / 1000);
  }
  return backSeconds;
}

/** Kills the kubelet: pods keep running, and a new kubelet takes them over without a restart. */
export async function killKubelet(cluster: Cluster, release: Release, isWhole: () => Promise<boolean>): Promise<void> {
  const before = await release.pods();
  await cluster.restartKubelet(() => requireWhole(isWhole));
  await waitForKubelet(cluster, before.length);
  const after = await release.waitUntilReady(before.map(({ component }) => component));
  const isSame = ({ uid, restarts }: (typeof before)[number]) =>
    after.some((pod) => pod.uid === uid && pod.restarts === restarts);
  const lost = before.filter((pod) => !isSame(pod)).map(({ component }) => component);
  if (lost.length > 0) throw new Error(`pods started again with the kubelet: ${lost.join(', ')}`);
  await requireWhole(isWhole);
}

/** Waits until the kubelet has taken over the pods: until then it refuses commands for them. */
async function waitForKubelet({ kubectl }: Cluster, podCount: number): Promise<void> {
  const path = `/api/v1/nodes/${nodeName}/proxy/pods`;
  const ask = async () => {
    const answer = await kubectl.run(['get', '--raw', path]).catch(() => '{}');
    return (podListSchema.parse(JSON.parse(answer)).items?.length ?? 0) >= podCount || undefined;
  };
  await until(ask, { withinMS: 60_000, everyMS: 200, sentence: 'the new kubelet does not list the pods' });
}

const podListSchema = z.object({ items: z.array(z.unknown()).nullish() });
