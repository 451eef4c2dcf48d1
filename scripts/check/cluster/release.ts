// The release of a cell on the cluster: installed, upgraded and removed by the procedures of docs/install-and-operate.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../containers/report.ts';
import { render } from '../deploy/helm.ts';
import type { KubernetesObject } from '../deploy/kubernetes-object.ts';
import type { Cluster } from './cluster.ts';
import { storeRepository, storeTag } from './images.ts';
import { namespaceName } from './objects.ts';
import { listPods, type Pod } from './pods.ts';

export const releaseName = 'cellwright';
export const imageTags = { first: 'check-1', second: 'check-2' };
const procedures = 'scripts/deploy/procedures.sh';
const procedureWithinMS = 1_500_000;
const readyWithinMS = 240_000;
const namespace = namespaceName;

/** Values of the chart for images that the cluster has. */
export function valuesFor(tag: string) {
  const store = (name: string) => ({ image: { repository: storeRepository(name), tag: storeTag } });
  return {
    image: { tag, pullPolicy: 'Never' },
    ...{ postgres: store('postgres'), nats: store('nats'), redis: store('redis') },
  };
}

export const renderRelease = (tag: string): readonly KubernetesObject[] => render({ values: valuesFor(tag) });

export class Release {
  private readonly cluster: Cluster;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** Runs a procedure with images of a tag. @throws CommandError */
  async procedure(name: string, tag: string): Promise<string> {
    const values = join(this.cluster.folder, `values-${tag}.json`);
    writeFileSync(values, JSON.stringify(valuesFor(tag)));
    const env = {
      ...{ NAMESPACE: namespace, RELEASE: releaseName, VALUES: values },
      BACKUP: join(this.cluster.folder, 'backup.dump'),
    };
    const work = this.cluster.kubectl.script(procedures, [name], { env, withinMS: procedureWithinMS });
    return await work.catch(async (error: unknown) => {
      const state = await this.describe();
      if (error instanceof Error) error.message = `${error.message}\n${state}`;
      throw error;
    });
  }

  pods(): Promise<Pod[]> {
    return listPods(this.cluster.kubectl, namespace, releaseName);
  }

  /** Waits until every component has a ready pod again. */
  async waitUntilReady(components: readonly string[]): Promise<readonly Pod[]> {
    const ask = async () => {
      const pods = await this.pods();
      const isReady = (name: string) => pods.some(({ component, isReady: ready }) => component === name && ready);
      return pods.every(({ isReady: ready }) => ready) && components.every(isReady) ? pods : undefined;
    };
    return await until(ask, { withinMS: readyWithinMS, everyMS: 500, sentence: 'not every pod is ready' });
  }

  /** State and events of the pods, for a failure. */
  async describe(): Promise<string> {
    const { kubectl } = this.cluster;
    const ask = (args: readonly string[]) => kubectl.run(['-n', namespace, ...args]).catch(() => '');
    const pods = await ask(['get', 'pods', '-o', 'wide']);
    const events = await ask(['get', 'events', '--sort-by=.lastTimestamp', '--field-selector=type=Warning']);
    return `${pods}\n${events.split('\n').slice(-20).join('\n')}`;
  }
}
