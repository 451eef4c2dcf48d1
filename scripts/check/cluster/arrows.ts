// Tries every connection between pods, and compares with those that the NetworkPolicies of the chart allow.
import * as z from 'zod';
import { until } from '../containers/report.ts';
import type { KubernetesObject } from '../deploy/kubernetes-object.ts';
import { allowedArrows } from '../deploy/network.ts';
import type { Kubectl } from './kubectl.ts';
import { listPods, type Pod } from './pods.ts';

interface ArrowOptions {
  readonly kubectl: Kubectl;
  readonly namespace: string;
  readonly release: string;
  /** Namespaces with a pod named `stranger`. */
  readonly strangers: readonly string[];
}

const stores = ['postgres', 'nats', 'redis'];
/** Ports that anyone may reach. */
const publicPorts = ['http', 'stop'];

/** Connects to all addresses given as JSON at the same time, and prints those that accepted. */
const connectScript = `
  const net = require('node:net');
  const tries = JSON.parse(process.argv[1]).map((target) => new Promise((resolve) => {
    const socket = net.connect({ host: target.host, port: target.port, timeout: 3000 });
    const end = (isOpen) => { socket.destroy(); resolve(isOpen ? [target.name] : []); };
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false));
  }));
  Promise.all(tries).then((open) => console.log(JSON.stringify(open.flat())));
`;

interface Port {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

async function tryPorts({ kubectl }: ArrowOptions, namespace: string, pod: string, ports: readonly Port[]) {
  const command = ['-n', namespace, 'exec', pod, '--', 'node', '-e', connectScript, JSON.stringify(ports)];
  return z.array(z.string()).parse(JSON.parse(await kubectl.run(command)));
}

/** Returns every connection that a pod of the release or a stranger could open, as `from → to:port`. */
export async function findOpenArrows(options: ArrowOptions): Promise<string[]> {
  const pods = await listPods(options.kubectl, options.namespace, options.release);
  const ports = (except: string) =>
    pods
      .filter(({ component }) => component !== except)
      .flatMap((pod) => pod.ports.map(({ number }) => toPort(pod, number)));
  const tries = [
    // Only these images contain a program that can connect.
    ...pods
      .filter(({ component }) => !stores.includes(component))
      .map(async ({ component, name }) => {
        const open = await tryPorts(options, options.namespace, name, ports(component));
        return open.map((port) => `${component} → ${port}`);
      }),
    ...options.strangers.map(async (namespace) => {
      const open = await tryPorts(options, namespace, 'stranger', ports(''));
      return open.map((port) => `stranger in ${namespace} → ${port}`);
    }),
  ];
  return (await Promise.all(tries)).flat().sort();
}

const toPort = ({ component, address }: Pod, port: number): Port => ({
  name: `${component}:${port}`,
  host: address,
  port,
});

/** Returns the connections that the chart allows, between pods that can be tried. */
export async function findAllowedArrows(options: ArrowOptions, objects: readonly KubernetesObject[]) {
  const pods = await listPods(options.kubectl, options.namespace, options.release);
  const components = pods.map(({ component }) => component).filter((component) => !stores.includes(component));
  const between = allowedArrows(objects).filter((arrow) => components.includes(arrow.split(' → ')[0] ?? ''));
  const open = pods.flatMap(({ component, ports }) =>
    ports.filter(({ name }) => publicPorts.includes(name)).map(({ number }) => `${component}:${number}`),
  );
  const ofStrangers = options.strangers.flatMap((namespace) =>
    open.map((port) => `stranger in ${namespace} → ${port}`),
  );
  return [...between, ...ofStrangers].sort();
}

/** Waits until exactly the allowed connections can be opened. @throws Error naming the others. */
export async function checkArrows(options: ArrowOptions, objects: readonly KubernetesObject[]): Promise<number> {
  const allowed = await findAllowedArrows(options, objects);
  let difference = '';
  const compare = async () => {
    const open = await findOpenArrows(options);
    const forbidden = open.filter((arrow) => !allowed.includes(arrow));
    const closed = allowed.filter((arrow) => !open.includes(arrow));
    difference = [...forbidden.map((arrow) => `open: ${arrow}`), ...closed.map((arrow) => `closed: ${arrow}`)].join(
      '\n',
    );
    return difference === '' || undefined;
  };
  // A controller needs a moment to write the rules of all pods.
  await until(compare, { withinMS: 60_000, everyMS: 2000, sentence: 'not as the policies say' }).catch(
    (error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${difference}`);
    },
  );
  return allowed.length;
}
