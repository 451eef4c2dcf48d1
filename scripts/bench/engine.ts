/**
 * Measures the cost of the step engine, as JSON: a step transition against a bare awaited call, the lateness of waits
 * against bare timers, and the check of a large routine. Product and peer alternate in one run. `npx tsx
 * scripts/bench/engine.ts`
 */
import { performance } from 'node:perf_hooks';
import type { Clock } from '@cellwright/domain/basics';
import { parseRoutine } from '@cellwright/domain/routine';
import { systemClock } from '@cellwright/service-kit';
import { prepareRoutine } from '@cellwright/steps/contracts';
import { buildProgram, createEngine, type EngineObserver } from '@cellwright/steps/engine';
import { createExpressionPort, type ProgramStep, type StepPorts } from '@cellwright/steps/framework';

/** Maximum median time of the engine between two steps. */
const transitionLimitMicroseconds = 20;
const transitionRounds = 5;
const stepsPerRound = 10_000;
const timedWaits = 400;
const polledWaits = 150;
const waitPollMS = 100;

interface Spread {
  readonly median: number;
  readonly p99: number;
  readonly samples: number;
}

function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(3));
  return { median: at(0.5), p99: at(0.99), samples: sorted.length };
}

interface Pair {
  readonly product: number;
  readonly peer: number;
}

/**
 * Product and peer wait at the same time, so that the machine delays both equally; they alternate in starting first.
 */
async function measurePair(index: number, product: Measure, peer: Measure): Promise<Pair> {
  if (index % 2 === 0) {
    const [first, second] = await Promise.all([product(), peer()]);
    return { product: first, peer: second };
  }
  const [first, second] = await Promise.all([peer(), product()]);
  return { product: second, peer: first };
}
type Measure = () => Promise<number>;

function compare(pairs: readonly Pair[]) {
  const product = spreadOf(pairs.map((pair) => pair.product));
  const peerSetTimeout = spreadOf(pairs.map((pair) => pair.peer));
  return { product, peerSetTimeout, p99Beyond: Number((product.p99 - peerSetTimeout.p99).toFixed(3)), limit: 1 };
}

function programStep(index: number, stepKind: string, args: ProgramStep['args']): ProgramStep {
  return { id: `s${index}`, stepKind, path: `${index + 1}`, parentID: null, isDisabled: false, args };
}

/** Plays steps in a cell without devices, in real time. */
async function play(steps: readonly ProgramStep[], observe: Partial<EngineObserver>, isInputHigh = () => false) {
  const ignore = () => undefined;
  const observer = { stepStarted: ignore, stepEnded: ignore, stepVariable: ignore, stepWarning: ignore };
  const program = buildProgram({ routineID: 'r', version: 1, name: 'Bench', mainLoopStepID: undefined }, steps);
  const engine = createEngine({
    program,
    portsOf: () => emptyCell(isInputHigh),
    clock: systemClock,
    observer: { ...observer, cycleEnded: ignore, ...observe },
  });
  const result = await engine.play();
  if (result.kind !== 'completed') throw new Error(`the run ended: ${JSON.stringify(result)}`);
}

function emptyCell(isInputHigh: () => boolean): Omit<StepPorts, 'clock'> {
  const refuse = (): never => {
    throw new Error('this bench plays steps without outside effects');
  };
  return {
    motion: {
      moveThrough: refuse,
      check: refuse,
      currentJoints: refuse,
      currentPose: refuse,
      poseOf: refuse,
      basePose: refuse,
      currentContactForce: refuse,
    },
    robot: { setOutputs: refuse, setPayload: refuse, readPort: refuse },
    devices: { actuate: refuse },
    tools: { findMounted: refuse },
    network: { request: refuse },
    variables: { get: () => 0, set: () => Promise.resolve({ ok: true }), getStepVariable: () => undefined },
    expressions: createExpressionPort({
      getVariable: () => 0,
      getStepVariable: () => undefined,
      readPort: () => (isInputHigh() ? 'high' : 'low'),
    }),
    space: { find: () => undefined, list: () => [], setPositions: () => undefined, correct: (pose) => pose },
    vision: { locate: refuse, classify: refuse },
    visualization: { update: refuse },
    faults: { hold: refuse },
    operator: { ask: refuse, countDown: refuse },
    codeBlocks: { run: refuse },
    packages: { run: refuse },
  };
}

/**
 * Measures the microseconds from the start of one step to the start of the next; a step sets a variable to a constant.
 */
async function measureTransitions(): Promise<number[]> {
  const args = { variableID: 'v', newValue: { kind: 'constant', value: 1 }, isGlobal: false };
  const steps = Array.from({ length: stepsPerRound }, (_, index) => programStep(index, 'SetEnvironmentVariable', args));
  const starts: number[] = [];
  await play(steps, { stepStarted: () => void starts.push(performance.now()) });
  return gapsOf(starts);
}

/** Measures the peer: a bare awaited call that does nothing. */
async function measureBareCalls(): Promise<number[]> {
  const starts: number[] = [];
  const call = async () => void starts.push(performance.now());
  for (let index = 0; index < stepsPerRound; index++) await call();
  return gapsOf(starts);
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => (time - (times[index] ?? time)) * 1000);
}

/** Measures the milliseconds by which a Wait is late. */
async function measureWait(ms: number): Promise<number> {
  return measureStep({ milliseconds: ms }, ms);
}

/** Measures the milliseconds beyond the first poll of a Wait whose condition becomes true just after the wait began. */
async function measurePoll(): Promise<number> {
  let isFirstLook = true;
  const input = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } };
  return measureStep({ condition: input }, waitPollMS, () => {
    const isHigh = !isFirstLook;
    isFirstLook = false;
    return isHigh;
  });
}

async function measureStep(args: ProgramStep['args'], ms: number, isInputHigh?: () => boolean): Promise<number> {
  let startedAt = 0;
  let endedAt = 0;
  const observe = {
    stepStarted: () => {
      startedAt = performance.now();
    },
    stepEnded: () => {
      endedAt = performance.now();
    },
  };
  await play([programStep(0, 'Wait', args)], observe, isInputHigh);
  return endedAt - startedAt - ms;
}

async function measureBareTimer(ms: number): Promise<number> {
  const startedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  return performance.now() - startedAt - ms;
}

/** Measures the milliseconds to parse, check and compile a routine of the maximum number of steps, 1,000 deep. */
function measureCheck(clock: Clock): { readonly steps: number; readonly megabytes: number; readonly ms: number } {
  const depth = 1000;
  const chains = 50;
  const stepConfigurations: Record<string, unknown> = {};
  const chain = (first: number) => {
    let step: unknown;
    for (let level = depth - 1; level >= 0; level--) {
      const id = `s${first + level}`;
      const stepKind = level === depth - 1 ? 'Wait' : 'Loop';
      stepConfigurations[id] = { stepKind, args: level === depth - 1 ? { milliseconds: 1 } : { times: 2 } };
      step = {
        id,
        stepKind,
        description: 'A step of a large routine',
        ...(step === undefined ? {} : { steps: [step] }),
      };
    }
    return step;
  };
  const steps = Array.from({ length: chains }, (_, index) => chain(index * depth));
  const text = JSON.stringify({ id: 'r', name: 'Large', steps, stepConfigurations });
  const startedAt = clock.now();
  const parsed = parseRoutine(JSON.parse(text));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const { problems } = prepareRoutine(parsed.value, { globalVariables: [], spaceItems: [], equipment: undefined });
  if (problems.length > 0) throw new Error(problems[0]?.message);
  return {
    steps: depth * chains,
    megabytes: Number((text.length / 2 ** 20).toFixed(1)),
    ms: Math.round(clock.now() - startedAt),
  };
}

const transitions: number[] = [];
const bareCalls: number[] = [];
for (let round = 0; round < transitionRounds; round++) {
  transitions.push(...(await measureTransitions()));
  bareCalls.push(...(await measureBareCalls()));
}

const waitPairs: Pair[] = [];
for (let index = 0; index < timedWaits; index++) {
  const ms = 10 + (index % 30);
  waitPairs.push(
    await measurePair(
      index,
      () => measureWait(ms),
      () => measureBareTimer(ms),
    ),
  );
}
const pollPairs: Pair[] = [];
for (let index = 0; index < polledWaits; index++) {
  pollPairs.push(await measurePair(index, measurePoll, () => measureBareTimer(waitPollMS)));
}

const report = {
  transitionMicroseconds: {
    product: spreadOf(transitions),
    peerBareCall: spreadOf(bareCalls),
    limitMedian: transitionLimitMicroseconds,
  },
  waitLatenessMS: compare(waitPairs),
  pollLatenessMS: compare(pollPairs),
  checkOfLargestRoutine: { ...measureCheck(systemClock), limitMS: 2000 },
};
console.log(JSON.stringify(report, null, 2));
if (report.transitionMicroseconds.product.median >= transitionLimitMicroseconds) {
  console.error(`A step transition takes longer than ${transitionLimitMicroseconds} µs`);
  process.exitCode = 1;
}
