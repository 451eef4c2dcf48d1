import { startOnRandomPort } from '@cellwright/testkit';
import { makeBareImages } from './bare-images.ts';
import { type BaseImages, obtainBaseImages } from './base-images.ts';
import { checkChart } from './chart.ts';
import { killOneByOne } from './come-back.ts';
import { type Engine, findEngine } from './engine.ts';
import { checkHardening } from './hardening.ts';
import { measureMemory } from './memory.ts';
import { beNewcomer } from './newcomer.ts';
import { play } from './play.ts';
import { Report } from './report.ts';
import { rollOver } from './roll-over.ts';
import { buildServiceImages, servicesOfTheRepository } from './service-images.ts';
import { Stack, stayingServices } from './stack.ts';

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly isOffline: boolean;
  /** Names of the requested points on the stack; all when absent. */
  readonly only?: readonly string[] | undefined;
  readonly say: (text: string) => void;
  /** Default: the running engine, or one for this check. */
  readonly find?: typeof findEngine;
}

const onStack = ['newcomer', 'routine', 'hardening', 'memory', 'come back', 'roll-over'] as const;
type OnStack = (typeof onStack)[number];

/**
 * Runs every point, removes all objects that it created, also after a failure or an interruption, and returns the
 * findings.
 */
export async function runChecks(options: CheckOptions): Promise<Report> {
  const { find = findEngine } = options;
  const report = new Report(options.say, options.signal);
  const project = `cellwright-check-${process.pid}`;
  let engine: Engine | undefined;
  await report.point('engine', async () => {
    engine = await find({ ...options, project });
    return { version: engine.version, isOwn: engine.isOwn };
  });
  if (!engine) {
    for (const name of ['base images', 'images', 'stack', ...onStack, 'chart'])
      report.leaveOut(name, 'there is no container engine');
    return report;
  }
  const found = engine;
  try {
    await checkWith(found, project, report, options);
  } finally {
    await report.point('tear-down', async () => {
      await removeImages(found, project);
      await found.stop();
      return {};
    });
  }
  return report;
}

async function checkWith(engine: Engine, project: string, report: Report, options: CheckOptions): Promise<void> {
  const { say } = options;
  const images = await report.point('base images', () => obtainBaseImages(engine, options));
  const built =
    images &&
    (await report.point('images', () => buildServiceImages(engine, { base: images.base, tag: project, say })));
  if (!images || !built) {
    const later = images ? [] : ['images'];
    for (const name of [...later, 'stack', ...onStack, 'chart']) report.leaveOut(name, 'there are no images');
    return;
  }
  const tag = `${project}-bare`;
  const bare = await report.point('bare images', async () => {
    await makeBareImages(engine, project, tag);
    return { tag };
  });
  if (!bare) {
    for (const name of ['stack', ...onStack, 'chart']) report.leaveOut(name, 'there are no images');
    return;
  }
  if (onStack.some((name) => isWanted(name, options))) await bringUp({ engine, project, tag, images }, report, options);
  else for (const name of ['stack', ...onStack]) report.leaveOut(name, notNamed);
  if (isWanted('chart', options)) await report.point('chart', () => checkChart(engine, { project, tag, images, say }));
  else report.leaveOut('chart', options.signal.aborted ? 'interrupted' : notNamed);
}

const notNamed = 'not among those named by --only';

function isWanted(name: OnStack | 'chart', { only, signal }: CheckOptions): boolean {
  return !signal.aborted && (only === undefined || only.includes(name));
}

interface ToBringUp {
  readonly engine: Engine;
  readonly project: string;
  readonly tag: string;
  readonly images: BaseImages;
}

async function bringUp(what: ToBringUp, report: Report, options: CheckOptions): Promise<void> {
  const stack = new Stack(what.engine, { ...what, port: await startOnRandomPort(async (port) => port) });
  try {
    if (await report.point('stack', () => stack.up())) await checkStack(stack, what.images, report, options);
    else for (const name of onStack) report.leaveOut(name, 'the stack is not up');
    if (report.exitCode === 1 && !options.signal.aborted) options.say(await stack.logs().catch(String));
  } finally {
    await report.point('stack taken down', async () => {
      await stack.down();
      return {};
    });
  }
}

async function checkStack(stack: Stack, { base }: BaseImages, report: Report, options: CheckOptions): Promise<void> {
  const { say, signal } = options;
  const whenWanted = async <Found extends Record<string, unknown>>(name: OnStack, work: () => Promise<Found>) => {
    if (isWanted(name, options)) return await report.point(name, work);
    report.leaveOut(name, signal.aborted ? 'interrupted' : notNamed);
    return undefined;
  };
  const newcomer: { token?: string } = {};
  await whenWanted('newcomer', async () => {
    const { token, permissions } = await beNewcomer(stack);
    newcomer.token = token;
    return { permissions };
  });
  await whenWanted('routine', () => play(stack, 'pick-and-place'));
  await whenWanted('hardening', async () => ({ ...(await checkHardening(stack, stayingServices)) }));
  await whenWanted('memory', () => measureMemory(stack, stayingServices));
  await whenWanted('come back', () => killOneByOne(stack, { services: stayingServices, image: base, say }));
  await whenWanted('roll-over', async () => {
    const token = newcomer.token ?? (await stack.cli(['dist/token.js', '--name', 'roll-over'])).trim();
    return await rollOver(stack, { token, image: base });
  });
}

/** Removes the images from a permanent engine. */
async function removeImages(engine: Engine, project: string): Promise<void> {
  if (engine.isOwn) return;
  const made = servicesOfTheRepository().flatMap((name) =>
    [project, `${project}-bare`].map((tag) => `cellwright/${name}:${tag}`),
  );
  await engine.docker(['image', 'rm', '--force', ...made], { signal: undefined }).catch(() => undefined);
}
