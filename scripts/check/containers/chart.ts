// Runs the chart's cell without Kubernetes: its stores, its Job of migrations, its services and its test, with the
// chart's arguments, users, limits, secrets and NATS accounts. Does not cover its NetworkPolicies, rollouts and hooks.
import { randomBytes } from 'node:crypto';
import { makePersonKeys } from '@cellwright/service-kit/callers';
import { arrows } from '@cellwright/topology';
import * as z from 'zod';
import { render } from '../deploy/helm.ts';
import type { BaseImages } from './base-images.ts';
import { type ChartPod, readPods } from './chart-pods.ts';
import { ChartStack } from './chart-stack.ts';
import type { Engine } from './engine.ts';
import { toMB } from './memory.ts';
import { round } from './report.ts';

export interface ChartOptions {
  readonly project: string;
  /** Tag of the services' images. */
  readonly tag: string;
  readonly images: BaseImages;
  readonly say: (text: string) => void;
}

export interface ChartFound {
  /** Memory of each container after the test. */
  readonly usedMB: Readonly<Record<string, number>>;
  readonly limitMB: Readonly<Record<string, number>>;
  readonly readySeconds: Readonly<Record<string, number>>;
  readonly kubernetes: string;
  readonly [figure: string]: unknown;
}

const kinds = ['StatefulSet', 'Deployment'];
const keys = [
  ...[
    'admin-key',
    'audit-key',
    'postgres-password',
    'postgres-services-password',
    'redis-password',
    'nats-gateway',
    'nats-library',
    'nats-identity',
  ],
  ...['nats-equipment', 'nats-routine-runner', 'nats-external-control'],
  ...arrows.map(({ caller, callee }) => `call-${caller}-to-${callee}`),
];

/**
 * Checks the chart.
 * @throws Error naming the pod that does not run, or the test that fails.
 */
export async function checkChart(engine: Engine, { project, tag, images, say }: ChartOptions): Promise<ChartFound> {
  const values = {
    image: { tag },
    ...Object.fromEntries(
      (['postgres', 'nats', 'redis'] as const).map((store) => [store, { image: imageOf(images[store]) }]),
    ),
  };
  const objects = render({ values });
  const pods = readPods(objects);
  const people = makePersonKeys();
  const secret = {
    ...Object.fromEntries(keys.map((key) => [key, `p${randomBytes(24).toString('hex')}`])),
    'person-key': people.privateKey,
    'person-public-keys': people.publicKey,
  };
  const stack = new ChartStack({ engine, name: `${project}-chart`, image: images.base, secret, objects });
  const readySeconds: Record<string, number> = {};
  const start = async (pod: ChartPod) => {
    const startedAt = performance.now();
    await stack.start(pod);
    readySeconds[pod.component] = round((performance.now() - startedAt) / 1000);
    say(`  ${pod.component}: ready after ${readySeconds[pod.component]} s`);
  };
  const isStore = ({ component }: ChartPod) => ['postgres', 'nats', 'redis'].includes(component);
  try {
    await stack.open();
    const staying = pods.filter(({ kind }) => kinds.includes(kind));
    for (const pod of staying.filter(isStore)) await start(pod);
    for (const pod of pods.filter(({ kind }) => kind === 'Job')) await stack.complete(pod);
    for (const pod of inOrder(staying.filter((each) => !isStore(each)))) await start(pod);
    for (const pod of pods.filter(({ kind }) => kind === 'Pod')) await stack.complete(pod);
    for (const pod of readPods(render({ values, isUpgrade: true })).filter(({ kind }) => kind === 'Job')) {
      await stack.complete(pod);
    }
    const names = staying.flatMap(({ spec }) => spec.containers.map(({ name }) => name));
    return { ...(await measure(engine, stack, names)), readySeconds, kubernetes: 'not run' };
  } finally {
    await stack.close();
  }
}

/** Sorts the pods: the gateway waits for all others before it is ready, and the runner for most, so they come last. */
function inOrder(pods: readonly ChartPod[]): ChartPod[] {
  const late = ['routine-runner', 'gateway'];
  return [...pods].sort((a, b) => late.indexOf(a.component) - late.indexOf(b.component));
}

/** Returns an image such as `postgres:18.1-alpine` from the chart's values. */
function imageOf(image: string): { repository: string; tag: string } {
  const at = image.lastIndexOf(':');
  return { repository: image.slice(0, at), tag: image.slice(at + 1) };
}

const stateSchema = z.object({ OOMKilled: z.boolean(), Running: z.boolean() });
const statSchema = z.object({ MemUsage: z.string() });

async function measure(engine: Engine, stack: ChartStack, names: readonly string[]) {
  const usedMB: Record<string, number> = {};
  const limitMB: Record<string, number> = {};
  for (const name of names) {
    const container = stack.nameOf(name);
    const state = stateSchema.parse(
      JSON.parse(await engine.docker(['inspect', '--format', '{{json .State}}', container])),
    );
    if (state.OOMKilled || !state.Running)
      throw new Error(`${name} does not run any more${state.OOMKilled ? ': too little memory' : ''}`);
    const said = await engine.docker(['stats', '--no-stream', '--format', '{{json .}}', container]);
    const [used = '', limit = ''] = statSchema.parse(JSON.parse(said)).MemUsage.split(' / ');
    usedMB[name] = round(toMB(used));
    limitMB[name] = round(toMB(limit));
  }
  return { usedMB, limitMB };
}
