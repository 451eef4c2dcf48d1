// The points of the check, in their order. The cluster is always removed at the end.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../containers/commands.ts';
import { NotRun, Report } from '../containers/report.ts';
import { checkArrows } from './arrows.ts';
import { apiServerPrograms, type Cache, nodePrograms, openCache, policyPrograms } from './cache.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { killEachPod, killKubelet, requireWhole } from './faults.ts';
import { packCellImages, probeImage } from './images.ts';
import { importImages, startPolicies } from './node.ts';
import { namespaceName, restrictedNamespace } from './objects.ts';
import { type ObtainOptions, obtain } from './obtain.ts';
import { bePerson, commandLinePod, findsRoutine, type Person } from './person.ts';
import { strangerPod } from './pods.ts';
import { openRelay, type Relay } from './relay.ts';
import { imageTags, Release, releaseName, renderRelease } from './release.ts';
import { describeExpected, listTargets, visitTargets } from './strangers.ts';

export type CheckOptions = ObtainOptions;

const points = [
  ...(['programs', 'node', 'images', 'install and helm test', 'person', 'strangers', 'network policies'] as const),
  ...(['kill each pod', 'kill the kubelet', 'upgrade', 'roll back', 'restore', 'rotate secrets'] as const),
  ...(['uninstall', 'install a fleet'] as const),
] as const;

/** Namespace of a pod that has nothing to do with the cell. */
const otherNamespace = 'elsewhere';
const strangers = [namespaceName, otherNamespace];

/** Downloads programs into the cache; the check continues without those that enforce policies. */
export async function obtainPrograms(cache: Cache, options: ObtainOptions): Promise<{ policies: string }> {
  await obtain(cache, [...apiServerPrograms, ...nodePrograms], options);
  try {
    await obtain(cache, policyPrograms, options);
    return { policies: 'enforced' };
  } catch (error) {
    options.signal.throwIfAborted();
    return { policies: `not enforced: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Runs every point and returns the findings. */
export async function runClusterChecks(options: CheckOptions): Promise<Report> {
  const report = new Report(options.say, options.signal);
  const cache = openCache();
  let cluster: Cluster | undefined;
  const programs = await report.point('programs', () => obtainPrograms(cache, options));
  if (programs)
    await report.point('node', async () => {
      cluster = await startCluster({ cache, ...options });
      return {};
    });
  if (!programs || !cluster) {
    leaveOutRest(report, 'there is no cluster');
    return report;
  }
  try {
    await new CellCheck(cluster, report, options).run(programs.policies);
  } finally {
    const started = cluster;
    await report.point('tear-down', async () => {
      await started.close();
      return {};
    });
  }
  return report;
}

function leaveOutRest(report: Report, reason: string): void {
  const done = new Set(report.points.map(({ name }) => name));
  for (const name of points.filter((each) => !done.has(each))) report.leaveOut(name, reason);
}

class CellCheck {
  private readonly cluster: Cluster;
  private readonly report: Report;
  private readonly options: CheckOptions;
  private readonly release: Release;

  constructor(cluster: Cluster, report: Report, options: CheckOptions) {
    this.cluster = cluster;
    this.report = report;
    this.options = options;
    this.release = new Release(cluster);
  }

  async run(policies: string): Promise<void> {
    const installed =
      (await this.point('images', () => this.importCell())) &&
      (await this.point('install and helm test', () => this.install()));
    const relay = installed && (await this.openGateway());
    try {
      if (relay) await this.checkCell(relay, policies);
    } finally {
      await relay?.close();
    }
    leaveOutRest(this.report, this.options.signal.aborted ? 'interrupted' : 'there is no cell');
  }

  private async checkCell({ url }: Relay, policies: string): Promise<void> {
    const met: { person?: Person } = {};
    await this.point('person', async () => {
      met.person = await bePerson({ kubectl: this.cluster.kubectl, namespace: namespaceName, url });
      return { routine: met.person.routineID };
    });
    const { person } = met;
    if (!person) return;
    await this.checkSecurity(policies);
    await this.checkLife(() => findsRoutine(url, person));
  }

  private async point<Found extends Record<string, unknown>>(
    name: (typeof points)[number],
    work: () => Promise<Found>,
  ): Promise<Found | undefined> {
    return this.options.signal.aborted ? undefined : await this.report.point(name, work);
  }

  private async importCell(): Promise<Record<string, unknown>> {
    const folder = join(this.cluster.folder, 'images');
    mkdirSync(folder, { recursive: true });
    const { cache } = this.cluster.node;
    await run('npm', ['run', '-s', 'build'], { signal: this.options.signal, withinMS: 600_000 });
    const archive = await packCellImages({ ...this.options, cache, folder, tags: Object.values(imageTags) });
    await importImages(this.cluster.node, archive);
    return { base: 'Node.js of the Dockerfile on Debian packages', stores: "Debian's Postgres, NATS and Redis" };
  }

  private async install(): Promise<Record<string, unknown>> {
    await this.release.procedure('make_secret', imageTags.first);
    const text = await this.release.procedure('install_cell', imageTags.first);
    if (!/Phase:\s+Succeeded/.test(text)) throw new Error(`helm test has not succeeded: ${text}`);
    const { kubectl } = this.cluster;
    await kubectl.apply([
      restrictedNamespace(otherNamespace),
      ...strangers.map((namespace) => strangerPod(namespace, probeImage)),
    ]);
    const pod = commandLinePod(renderRelease(imageTags.first));
    await kubectl.run(['-n', namespaceName, 'apply', '-f', '-'], { input: JSON.stringify(pod) });
    for (const [namespace, name] of [...strangers.map((each) => [each, 'stranger']), [namespaceName, 'command-line']])
      await kubectl.run(['-n', `${namespace}`, 'wait', `pod/${name}`, '--for=condition=Ready', '--timeout=60s'], {
        withinMS: 70_000,
      });
    const pods = await this.release.pods();
    const restarts = pods.filter(({ restarts: count }) => count > 0).map((pod) => `${pod.component}: ${pod.restarts}`);
    if (restarts.length > 0) throw new Error(`containers started again during the install: ${restarts.join(', ')}`);
    return { pods: pods.length };
  }

  private async openGateway(): Promise<Relay> {
    const path = 'jsonpath={.spec.clusterIP}';
    const service = ['-n', namespaceName, 'get', 'service', `${releaseName}-gateway`, '-o', path];
    const host = (await this.cluster.kubectl.run(service)).trim();
    return await openRelay(this.cluster.launcher, { folder: this.cluster.folder, host, port: 3000 });
  }

  private async checkSecurity(policies: string): Promise<void> {
    const { kubectl, node } = this.cluster;
    const options = { kubectl, namespace: namespaceName, release: releaseName };
    // Before policies are enforced, only identity refuses calls.
    await this.point('strangers', async () => {
      const targets = await listTargets(options);
      const found = await Promise.all(
        strangers.map(async (from) =>
          (await visitTargets(options, from, targets)).map((problem) => `stranger in ${from}: ${problem}`),
        ),
      );
      if (found.flat().length > 0) throw new Error(found.flat().join('\n'));
      return { ports: targets.length, from: strangers, expected: describeExpected(targets) };
    });
    await this.point('network policies', async () => {
      if (policies !== 'enforced') throw new NotRun(`not checked, policies are ${policies}`);
      startPolicies(node);
      const connections = await checkArrows({ ...options, strangers }, renderRelease(imageTags.first));
      return { allowedConnections: connections };
    });
  }

  private async checkLife(isWhole: () => Promise<boolean>): Promise<void> {
    await this.point('kill each pod', async () => ({
      backSeconds: await killEachPod(this.cluster, this.release, isWhole),
    }));
    await this.point('kill the kubelet', async () => {
      await killKubelet(this.cluster, this.release, isWhole);
      return {};
    });
    for (const [name, procedure, tag] of [
      ['upgrade', 'upgrade', imageTags.second],
      ['roll back', 'roll_back', imageTags.first],
      ['restore', 'restore', imageTags.first],
      ['rotate secrets', 'rotate_secrets', imageTags.first],
    ] as const)
      await this.point(name, async () => {
        await this.release.procedure(procedure, tag);
        await requireWhole(isWhole);
        return name === 'upgrade' ? { build: 'the same build under another tag: no older images are at hand' } : {};
      });
    await this.point('uninstall', async () => {
      await this.release.procedure('uninstall', imageTags.first);
      return {};
    });
    await this.point('install a fleet', async () => {
      await this.release.procedure('install_fleet', imageTags.first);
      return { pods: (await this.release.pods()).length };
    });
  }
}
