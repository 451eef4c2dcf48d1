// Pods without credentials, in the namespace of the cell and in another one, try every port of every pod and Service.
import * as z from 'zod';
import { expected, isPortKind, judgeVisit, type PortKind, visitSchema } from './judge-visits.ts';
import type { Kubectl } from './kubectl.ts';
import { listPods, type Pod } from './pods.ts';
import { probePath } from './probes.ts';

export interface Target {
  /** For the report, for example `pod library` or `Service cellwright-library`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly kind: PortKind;
}

interface StrangerOptions {
  readonly kubectl: Kubectl;
  /** Namespace and release of the cell. */
  readonly namespace: string;
  readonly release: string;
}

const serviceListSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        clusterIP: z.string(),
        ports: z.array(z.object({ name: z.string(), port: z.number() })),
      }),
    }),
  ),
});

/** Lists every port of the release; a pod's also those that it listens on without naming them. */
export async function listTargets(options: StrangerOptions): Promise<Target[]> {
  const { kubectl, namespace, release } = options;
  const selector = `app.kubernetes.io/instance=${release}`;
  const services = await kubectl.run(['-n', namespace, 'get', 'services', '-l', selector, '-o', 'json']);
  const ofServices = serviceListSchema
    .parse(JSON.parse(services))
    .items.flatMap(({ metadata, spec }) =>
      spec.ports.map((port): Target => toTarget(`Service ${metadata.name}`, spec.clusterIP, port.name, port.port)),
    );
  const pods = await listPods(kubectl, namespace, release);
  const unnamed = (await Promise.all(pods.map((pod) => findUnnamedPorts(options, pod)))).flat();
  if (unnamed.length > 0) throw new Error(`Pods listen on ports that the chart does not name: ${unnamed.join(', ')}`);
  const ofPods = pods.flatMap(({ component, address, ports }) =>
    ports.map(({ name, number }) => toTarget(`pod ${component}`, address, name, number)),
  );
  return [...ofServices, ...ofPods];
}

function toTarget(name: string, host: string, portName: string, port: number): Target {
  if (!isPortKind(portName)) throw new Error(`${name}: nothing is expected of a port named ${portName}`);
  return { name, host, port, kind: portName };
}

async function findUnnamedPorts({ kubectl, namespace }: StrangerOptions, pod: Pod): Promise<string[]> {
  const files = ['/proc/net/tcp', '/proc/net/tcp6'];
  const isStore = ['postgres', 'nats', 'redis'].includes(pod.component);
  const script = `for (const file of ${JSON.stringify(files)}) console.log(fs.readFileSync(file, 'utf8'))`;
  const command = isStore ? ['cat', ...files] : ['node', '-e', script];
  const table = await kubectl.run(['-n', namespace, 'exec', pod.name, '--', ...command]);
  const named = new Set(pod.ports.map(({ number }) => number));
  return listeningPorts(table).flatMap((port) => (named.has(port) ? [] : [`${pod.component}:${port}`]));
}

/** Reads ports on which others can connect from the kernel's table of sockets. */
export function listeningPorts(table: string): number[] {
  const loopbacks = ['0100007F', '00000000000000000000000001000000'];
  const listening = [...table.matchAll(/^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A /gm)];
  const ports = listening.flatMap(([, address = '', port = '']) =>
    loopbacks.includes(address) ? [] : [Number.parseInt(port, 16)],
  );
  return [...new Set(ports)].sort((a, b) => a - b);
}

/** Runs all attempts at every target from a pod named `stranger`; returns the problems. */
export async function visitTargets(
  { kubectl }: StrangerOptions,
  from: string,
  targets: readonly Target[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const host of new Set(targets.map((target) => target.host))) {
    const own = targets.filter((target) => target.host === host);
    const input = JSON.stringify({ host, ports: own.map(({ port }) => port) });
    const command = ['-n', from, 'exec', '-i', 'stranger', '--', 'node', probePath('stranger')];
    const visits = z.array(visitSchema).parse(JSON.parse(await kubectl.run(command, { input, withinMS: 300_000 })));
    for (const target of own) {
      const visit = visits.find(({ port }) => port === target.port);
      const found = visit ? judgeVisit(target.kind, visit) : ['was not visited'];
      problems.push(...found.map((problem) => `${target.name}:${target.port} (${target.kind}) ${problem}`));
    }
  }
  return problems;
}

/** Describes the expected behaviour of each kind of port among the targets. */
export function describeExpected(targets: readonly Target[]): Record<string, string> {
  const kinds = [...new Set(targets.map(({ kind }) => kind))].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, expected[kind].does]));
}
