// Timed: times until an arm stops and a run continues after a loss.
import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyProcess, loseAny } from './any-loss.fixture.ts';
import { describeArcLosses } from './arc-loss.contract.ts';
import { type CommanderLoss, loseCommander } from './commander-loss.fixture.ts';
import { killAfterEffect } from './effect-loss.fixture.ts';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';
import { freezeDatabase, holdPools } from './held-pools.fixture.ts';
import { losePlanner } from './planner-loss.fixture.ts';
import { killPostgresMidSave, Saver } from './save-loss.fixture.ts';
import { describeStopsWithoutStores, type StoreLossRow } from './store-loss.contract.ts';

/** Timed rows are allowed five times their figure here; scripts/soak tests the figure itself. */
const slack = 5;
const patience = 90_000;

let faults: FaultCell;
beforeAll(async () => {
  faults = await startFaultCell('processes');
}, 120_000);
afterAll(() => faults.remove(), 60_000);

function expectControlledStop({ stop, run }: CommanderLoss): void {
  expect(stop).toMatchObject({ cause: 'commanderLost', movedAfter: 0 });
  expect(stop.speed).toBeGreaterThan(0);
  expect(stop.decelerationMS).toBeLessThan(250 * slack);
  expect(stop.standstillMS).toBeLessThan(700 * slack);
  expect(stop.offPath).toBeLessThan(1e-6);
  expect(run.status).toMatch(/^(interrupted|failed)$/);
}

describe('routine runner killed while the arm is moving (R1)', () => {
  it.each(pickRows([1, 0.3], [1]))(
    'stops the arm on its path, at an override of %f, and reports the run as interrupted',
    async (speed) => {
      const loss = await loseCommander(faults, {
        speed,
        share: 0.9,
        afterMS: 400,
        strike: async () => {
          const pid = faults.pidOf('routine-runner');
          faults.signal('routine-runner', 'SIGKILL');
          await faults.untilRestarted('routine-runner', pid);
        },
      });
      expectControlledStop(loss);
      expect(loss.run).toMatchObject({ status: 'interrupted', interruptedIn: { stepKind: expect.any(String) } });
    },
    patience,
  );
});

describe('routine runner frozen while the arm is moving (R4)', () => {
  it(
    'stops the arm by the watchdog and sends no outdated commands when it wakes up',
    async () => {
      const loss = await loseCommander(faults, {
        speed: 1,
        share: 0.9,
        afterMS: 400,
        strike: async () => {
          faults.signal('routine-runner', 'SIGSTOP');
          await new Promise((resolve) => setTimeout(resolve, 2000));
          faults.signal('routine-runner', 'SIGCONT');
          await new Promise((resolve) => setTimeout(resolve, 1500));
        },
      });
      expectControlledStop(loss);
    },
    patience,
  );
});

describe('routine runner killed between an output and its journal entry (R2)', () => {
  it.each(pickRows([0, 40], [0]))(
    '%i ms after: repeats nothing and asks before the next play when the result is unknown',
    async (delayMS) => {
      const loss = await killAfterEffect(faults, delayMS);
      expect(loss.run.status).toBe('interrupted');
      expect(loss.pulsesAfterKill).toBe(0);
      expect(loss.pulses).toBeLessThanOrEqual(loss.intents);
      const isUnknown = loss.lastResult === 'unknown';
      expect(loss.run.interruptedIn?.hasUnknownEffect).toBe(isUnknown);
      expect(loss.question).toEqual(isUnknown ? expect.objectContaining({ needsConfirmation: true }) : undefined);
    },
    patience,
  );
});

inExhaustiveRuns(() => {
  describe('planner killed while it plans (R3)', () => {
    it.each(pickRows([20, 150], [150]))(
      'after %i ms: fails the run soon and drives no part of a plan',
      async (afterMS) => {
        const loss = await losePlanner(faults, afterMS);
        expect(loss).toMatchObject({ run: { status: 'failed', failure: { kind: 'MotionPlannerFailure' } } });
        expect(loss.failedAfterMS).toBeLessThan(5000 * slack);
        expect(loss.trajectories).toBe(0);
      },
      patience,
    );
  });
});

describe('Postgres killed while routines are saved (R17)', () => {
  it(
    'leaves every routine intact, keeps acknowledged saves, and is back soon',
    async () => {
      const savers = ['one', 'two', 'three'].map((name) => new Saver(faults, `routine_saver_${name}`));
      for (const saver of savers) await saver.begin();
      for (const afterMS of pickRows([5, 60], [60])) {
        const loss = await killPostgresMidSave(faults, savers, afterMS);
        expect(loss.problems).toEqual([]);
        expect(loss.recoveredAfterMS).toBeLessThan(10_000 * slack);
      }
      await Promise.all(savers.map((saver) => saver.end()));
    },
    patience,
  );
});

inExhaustiveRuns(() => {
  describe('database connections that are all in use (R18)', () => {
    it(
      'cause unavailable answers, and a stop does not need one',
      async () => {
        const held = await holdPools(faults, 4000);
        expect(held.answers.length).toBeGreaterThan(0);
        for (const { status, ms } of held.answers) {
          expect(status).toBe(503);
          expect(ms).toBeLessThan(2000 * slack);
        }
        expect(held.stop).toMatchObject({ cause: 'stop', movedAfter: 0 });
        expect(held.stop.decelerationMS).toBeLessThan(250 * slack);
        expect(held.runStatus).toBe('stopped');
      },
      patience,
    );
  });

  describe('database that hangs', () => {
    it(
      'causes unavailable answers, and a stop does not need it',
      async () => {
        const frozen = await freezeDatabase(faults, 5000);
        expect(frozen.answers.length).toBeGreaterThan(0);
        for (const { status, ms } of frozen.answers) {
          expect(status).toBe(503);
          // Below the 10 s after which any query is given up.
          expect(ms).toBeLessThan(8000);
        }
        expect(frozen.stop).toMatchObject({ cause: 'stop', movedAfter: 0 });
        expect(frozen.stop.decelerationMS).toBeLessThan(250 * slack);
        expect(frozen.runStatus).toBe('stopped');
      },
      patience,
    );
  });
});

describeStopsWithoutStores(
  () => faults,
  pickRows<StoreLossRow>(
    [
      ['postgres', 6000, 'stop', 'http'],
      ['identity', 6000, 'stop', 'http'],
      ['identity', 6000, 'emergencyStop', 'newSocket'],
      ['identity', 2000, 'stop', 'commandLine'],
    ],
    [['identity', 6000, 'emergencyStop', 'newSocket']],
  ),
  { slack, patience },
);

describe('any process killed during a run', () => {
  it.each(pickRows(everyProcess, ['controller-simulated']))(
    '%s: the arm is at rest or can be stopped, acknowledged data exist, and the cell plays again',
    async (name) => {
      expect(await loseAny(faults, name, 300 + 700 * Math.random())).toMatchObject({ victim: name, problems: [] });
    },
    patience,
  );
});

describeArcLosses(() => faults, { slack, patience });
