import type { RunnerStateKind } from '@cellwright/domain/robot';
import fc from 'fast-check';
import * as z from 'zod';
import { sessionTransitions } from '../core/session-machine.ts';
import { ada, bob, moveSteps, routineOf, startCell, step } from './fake-cell.fixture.ts';

const near = [1, -0.5, 1, 0, 0.5, 0];
const far = [2, -0.5, 1, 0, 0.5, 0];

const endless = routineOf([
  step('step_1', 'Loop', {}),
  ...moveSteps('step_1.1', [near, far]),
  step('step_1.2', 'Wait', { milliseconds: 120 }),
  step('step_1.3', 'SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] }),
  ...moveSteps('step_1.4', [near]),
]);

/** Commands that may make the arm move. */
const motionCommands = {
  play: ['playRoutine', { isConfirmed: true }],
  stepOnce: ['stepOnce', { isConfirmed: true }],
  stepInto: ['stepInto', { isConfirmed: true }],
  stepOver: ['stepOver', { isConfirmed: true }],
  runTo: ['runTo', { stepID: 'step_1.3', isConfirmed: true }],
  resume: ['resumeRoutine', {}],
  goTo: ['moveToJointSpacePoint', { jointAngles: near, isHeld: false }],
  holdGoTo: ['moveToJointSpacePoint', { jointAngles: far, isHeld: true }],
  return: ['returnToPausePosition', {}],
  guide: ['startAntigravity', {}],
} as const;
/** Commands that do not. */
const otherCommands = {
  pause: ['pauseRoutine', {}],
  break: [
    'setBreakpoints',
    { routineID: 'routine_1', breakpoints: [{ stepID: 'step_1.1.2' }, { stepID: 'step_1.2' }] },
  ],
  unbreak: ['setBreakpoints', { routineID: 'routine_1', breakpoints: [] }],
  recover: ['recover', {}],
  release: ['setBrakes', { state: 'disengaged' }],
  brake: ['setBrakes', { state: 'engaged' }],
  slow: ['setSpeedRestrictionPercentage', { value: 0.3 }],
  fast: ['setSpeedRestrictionPercentage', { value: 1 }],
  load: ['loadRoutine', { routineID: 'routine_1' }],
  takeOver: ['takeOverControl', {}],
  afterCycle: ['stopAfterCycle', {}],
  unguide: ['stopAntigravity', {}],
} as const;

const happening = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ does: 'makeReady' as const }) },
  {
    weight: 10,
    arbitrary: fc.constantFrom(...keysOf(motionCommands)).map((name) => ({ does: 'move' as const, name })),
  },
  { weight: 5, arbitrary: fc.constantFrom(...keysOf(otherCommands)).map((name) => ({ does: 'other' as const, name })) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('jog' as const), id: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('stop' as const), isEmergency: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('world' as const),
      what: fc.constantFrom('open', 'close', 'eStop', 'cut', 'fault'),
    }),
  },
);

const sequence = fc.array(
  fc.record({
    happening,
    waitMS: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1200 })),
    byBob: fc.boolean(),
  }),
  { minLength: 5, maxLength: 20 },
);

/**
 * Sequences of actions of users and the cell, with late commands. The guarantees of a stop must hold in all of them.
 */
export const stopProperty = fc.asyncProperty(
  sequence,
  fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 8, maxLength: 8 }),
  async (happenings, latencies) => {
    const cell = startCell({ routine: endless });
    const watch = watchCell(cell, latencies);
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    for (const { happening: what, waitMS, byBob } of happenings) {
      watch.play(what, byBob);
      // Without a wait the next one comes in the same turn, before any timer.
      if (waitMS > 0) await cell.clock.advance(waitMS);
    }
    watch.play({ does: 'stop', isEmergency: false }, false);
    await cell.clock.advance(6000);
    watch.checkEnd();
  },
);

type Happening = (typeof happening extends fc.Arbitrary<infer T> ? T : never) | { does: 'stop'; isEmergency: boolean };

function watchCell(cell: ReturnType<typeof startCell>, latencies: readonly number[]) {
  let commands = 0;
  cell.robot.latencyMS = () => latencies[commands++ % latencies.length] ?? 0;
  /** Epoch of an acknowledged stop without a later motion command. */
  let quietEpoch: number | undefined;
  let askedForMotion = 0;
  const violations: string[] = [];
  let last: RunnerStateKind = 'Idle';
  const edges = new Set(sessionTransitions.map(({ from, to }) => `${from} → ${to}`));
  cell.robot.onLog = ({ kind, detail, at, epoch }) => {
    // Commands sent before the stop reach the arm before it, and are stopped by it.
    if (kind !== 'motionStarted' || quietEpoch === undefined || epoch < quietEpoch) return;
    violations.push(`motion after an acknowledged stop: ${detail} at ${at} ms`);
  };
  cell.session.core.machine.onTransition = (to) => {
    const edge = `${last} → ${to}`;
    if (last !== to && !edges.has(edge)) violations.push(`${edge} is not in the diagram`);
    last = to;
  };
  const sends = { ...motionCommands, ...otherCommands };

  const world = (what: string): void => {
    if (what === 'open') cell.robot.setSafeguard(true);
    if (what === 'close') cell.robot.setSafeguard(false);
    if (what === 'eStop') cell.robot.pressEStop();
    if (what === 'fault') cell.robot.fault('test');
    if (what === 'cut') {
      cell.robot.cut();
      cell.clock.schedule(300, () => cell.session.attach(cell.robot.connect()));
    }
  };

  const askForMotion = (): void => {
    askedForMotion += 1;
    quietEpoch = undefined;
  };

  return {
    play(what: Happening, byBob: boolean): void {
      const caller = byBob ? bob : ada;
      if (what.does === 'world') world(what.what);
      else if (what.does === 'makeReady') {
        // Actions of an operator after a failure, so that sequences do not end in it.
        cell.robot.setSafeguard(false);
        void cell.send('recover', {}, caller).then(() => cell.send('setBrakes', { state: 'disengaged' }, caller));
      } else if (what.does === 'stop') {
        const askedBefore = askedForMotion;
        void cell.send(what.isEmergency ? 'emergencyStop' : 'stop', {}, caller).then((answer) => {
          if (askedForMotion > askedBefore) return;
          if (answer.ok) quietEpoch = z.object({ stopEpoch: z.number() }).parse(answer.result).stopEpoch;
          else violations.push(`a stop was refused: ${answer.error.message}`);
        });
      } else if (what.does === 'jog') {
        askForMotion();
        void cell.send('jog', { jogKind: 'joint', velocities: [0.3, 0, 0, 0, 0, 0], commandID: `j${what.id}` }, caller);
      } else {
        if (what.does === 'move') askForMotion();
        const [kind, payload] = sends[what.name];
        void cell.send(kind, payload, caller);
      }
    },
    /** Six seconds after the last stop. */
    checkEnd(): void {
      const { kind, run, isPaused } = cell.state();
      if (violations.length > 0) throw new Error(violations.join('\n'));
      if (cell.robot.isMoving) throw new Error('the arm still moves');
      if (kind !== 'Idle' && kind !== 'Failure') throw new Error(`the session is still ${kind}`);
      if (run?.status === 'running' || run?.status === 'paused' || isPaused) throw new Error('the run was not ended');
      const seqs = new Map<string, number>();
      for (const { runID, seq } of cell.entries()) {
        if (seq !== (seqs.get(runID) ?? 0) + 1) throw new Error(`the journal of ${runID} has a gap before ${seq}`);
        seqs.set(runID, seq);
      }
      const ended = cell.entries().filter(({ event }) => event === 'runEnded');
      if (ended.length !== seqs.size) throw new Error(`${seqs.size} runs, but ${ended.length} ends`);
    },
  };
}

function keysOf<T extends object>(object: T): (keyof T)[] {
  // Sound: the tables above are closed literals.
  return Object.keys(object) as (keyof T)[];
}
