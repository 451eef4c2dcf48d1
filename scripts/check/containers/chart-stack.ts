// Runs the pods of the chart as containers of an engine, with the settings of the chart, without Kubernetes.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { KubernetesObject } from '../deploy/kubernetes-object.ts';
import {
  type ChartPod,
  expand,
  limitsOf,
  type PodContainer,
  type PodVolume,
  type Probe,
  portOf,
  variablesOf,
} from './chart-pods.ts';
import { CommandError } from './commands.ts';
import type { Engine } from './engine.ts';
import { until } from './report.ts';

/** Maximum time until the probes of a pod pass, ms. */
const readyWithinMS = 120_000;

export interface ChartStackOptions {
  readonly engine: Engine;
  readonly name: string;
  /** An image with Node.js: for probes over the network, and for setting owners of volumes. */
  readonly image: string;
  readonly secret: Readonly<Record<string, string>>;
  readonly objects: readonly KubernetesObject[];
}

export class ChartStack {
  private readonly options: ChartStackOptions;
  private readonly folder: string;
  private readonly volumes: string[] = [];
  private readonly containers: string[] = [];

  constructor(options: ChartStackOptions) {
    this.options = options;
    mkdirSync('.cache/containers', { recursive: true });
    this.folder = mkdtempSync(resolve('.cache/containers/chart-'));
  }

  /** Creates the network, and the container that runs the probes. */
  async open(): Promise<void> {
    const { engine, name, image } = this.options;
    await engine.docker(['network', 'create', name]);
    await this.run('prober', ['--detach', '--entrypoint=node', image, '-e', 'setInterval(() => {}, 1e6)']);
  }

  /** Starts a permanent pod, and waits until all its probes pass. */
  async start(pod: ChartPod): Promise<void> {
    for (const container of pod.spec.containers) {
      await this.run(container.name, ['--detach', ...(await this.argumentsOf(pod, container))]);
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        if (probe) await this.untilPasses(pod, container, probe);
      }
    }
  }

  /** Runs the containers of a terminating pod, one after the other; returns their output. @throws CommandError */
  async complete(pod: ChartPod): Promise<string> {
    let said = '';
    for (const container of pod.spec.containers) {
      said += await this.run(
        `${pod.component}-${container.name}-${this.containers.length}`,
        await this.argumentsOf(pod, container),
      );
    }
    return said;
  }

  nameOf(container: string): string {
    return `${this.options.name}-${container}`;
  }

  /** Removes containers, volumes, files and the network. */
  async close(): Promise<void> {
    const { engine, name } = this.options;
    const unless = { signal: undefined };
    if (this.containers.length > 0) await engine.docker(['rm', '--force', '--volumes', ...this.containers], unless);
    if (this.volumes.length > 0) await engine.docker(['volume', 'rm', '--force', ...this.volumes], unless);
    await engine.docker(['network', 'rm', name], unless).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(container: string, args: readonly string[]): Promise<string> {
    const { engine, name } = this.options;
    this.containers.push(this.nameOf(container));
    const where = ['--name', this.nameOf(container), `--network=${name}`];
    return await engine.docker(['run', ...where, ...args], { withinMS: 180_000 });
  }

  private async argumentsOf(pod: ChartPod, container: PodContainer): Promise<string[]> {
    const variables = variablesOf(container, this.options.secret);
    const [entrypoint, ...command] = container.command;
    const mounts: string[] = [];
    for (const { name, mountPath } of container.volumeMounts) mounts.push(...(await this.mount(pod, name, mountPath)));
    return [
      ...limitsOf(pod, container),
      ...pod.aliases.map((alias) => `--network-alias=${alias}`),
      ...[...variables].flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
      ...mounts,
      ...(entrypoint === undefined ? [] : [`--entrypoint=${entrypoint}`]),
      container.image,
      ...[...command, ...container.args].map((each) => expand(each, variables)),
    ];
  }

  private async mount(pod: ChartPod, name: string, path: string): Promise<string[]> {
    if (pod.claims.includes(name)) return ['--volume', `${await this.makeVolume(pod, name)}:${path}`];
    const volume = pod.spec.volumes.find((each) => each.name === name);
    if (volume?.emptyDir) {
      // Writable by all, as by a kubelet; an engine may give it the mode of the folder below, so it also belongs to the
      // pod.
      const { runAsUser, fsGroup } = pod.spec.securityContext;
      const size = volume.emptyDir.sizeLimit.replace('Mi', 'm');
      return ['--tmpfs', `${path}:mode=1777,uid=${runAsUser},gid=${fsGroup},size=${size}`];
    }
    if (!volume) throw new Error(`${pod.component} mounts ${name}, which is not one of its volumes`);
    return ['--volume', `${this.writeFiles(pod, volume)}:${path}:ro`];
  }

  /** Creates a volume owned by the pod's group, like a kubelet. */
  private async makeVolume(pod: ChartPod, name: string): Promise<string> {
    const { engine, image } = this.options;
    const volume = this.nameOf(`${pod.component}-${name}`);
    const { fsGroup } = pod.spec.securityContext;
    this.volumes.push(volume);
    const script = `fs.chownSync('/volume', 0, ${fsGroup}); fs.chmodSync('/volume', 0o2770)`;
    const args = [
      '--user=0:0',
      '--network=none',
      '--volume',
      `${volume}:/volume`,
      '--entrypoint=node',
      image,
      '-e',
      script,
    ];
    await engine.docker(['run', '--rm', ...args]);
    return volume;
  }

  private writeFiles(pod: ChartPod, { name, configMap, secret }: PodVolume): string {
    const folder = join(this.folder, `${pod.component}-${name}`);
    mkdirSync(folder, { recursive: true });
    const files = secret
      ? Object.fromEntries(secret.items.map(({ key, path }) => [path, this.options.secret[key] ?? '']))
      : this.readConfigMap(configMap?.name ?? '');
    const isRoot = process.getuid?.() === 0;
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, file);
      writeFileSync(path, text);
      if (isRoot) chownSync(path, 0, pod.spec.securityContext.fsGroup);
      chmodSync(path, isRoot ? (secret?.defaultMode ?? 0o644) : 0o644);
    }
    return folder;
  }

  private readConfigMap(name: string): Record<string, string> {
    const found = this.options.objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    return z.record(z.string(), z.string()).parse(found?.data);
  }

  private async untilPasses(pod: ChartPod, container: PodContainer, probe: Probe): Promise<void> {
    const { engine } = this.options;
    const command = probe.exec
      ? ['exec', this.nameOf(container.name), ...probe.exec.command]
      : ['exec', this.nameOf('prober'), 'node', '-e', this.question(pod, probe)];
    let said = '';
    const ask = async () => {
      try {
        await engine.docker(command, { withinMS: 10_000 });
        return true;
      } catch (error) {
        if (error instanceof CommandError) said = error.output;
        return undefined;
      }
    };
    await until(ask, { withinMS: readyWithinMS, sentence: 'its probe does not pass' }).catch(async (error: unknown) => {
      const log = await engine.docker(['logs', '--tail=20', this.nameOf(container.name)]).catch(String);
      throw new Error(`${container.name}: ${error instanceof Error ? error.message : error}. ${said}\n${log}`);
    });
  }

  private question(pod: ChartPod, { httpGet, tcpSocket }: Probe): string {
    const [host] = pod.aliases;
    if (host === undefined) throw new Error(`nothing leads to ${pod.component}`);
    const port = portOf(httpGet?.port ?? tcpSocket?.port ?? 0, pod.spec.containers);
    if (!httpGet)
      return `require('node:net').connect(${port}, '${host}', () => process.exit(0)).on('error', () => process.exit(1))`;
    return `fetch('http://${host}:${port}${httpGet.path}').then(async (a) => { console.log(await a.text()); process.exit(a.ok ? 0 : 1) }, (e) => { console.log(e.cause); process.exit(1) })`;
  }
}
