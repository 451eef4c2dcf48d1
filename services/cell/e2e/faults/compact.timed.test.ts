// Timed: times until an arm stops, a run continues after a loss, and machines lose the signal that the robot is clear of
// them; deadlines of the arm while the cores are busy.
import { isErrorCode } from '@cellwright/domain/basics';
import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { badFiles, bodyFor, deepFile, doors } from './bad-input.fixture.ts';
import { changeThroughBadNetwork, commandThroughBadNetwork } from './bad-network.fixture.ts';
import { loadBesideMotion } from './big-routine.fixture.ts';
import { saturateCores } from './busy-cores.fixture.ts';
import { doorRows, tryDoorRow } from './door-rows.fixture.ts';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';
import { jogLosses, loseJogClient } from './jog-loss.fixture.ts';
import { playLongRoutine, playUnderDoorLoad } from './load-beside-run.fixture.ts';
import { addMachines, killInProgram } from './machine-loss.fixture.ts';
import { playInParallel } from './parallel-plays.fixture.ts';
import { attempts, findBreaches, storeSafetyOutput } from './safety-outputs.fixture.ts';
import { StopTrials } from './stop-latency.fixture.ts';
import { describeStopsThatArrive } from './stops-arrive.contract.ts';
import { describeStopsWithoutStores, type StoreLossRow } from './store-loss.contract.ts';
import { changeTools, holdsTool } from './tool-changes.fixture.ts';

/** Timed rows are allowed five times their figure here; scripts/soak tests the figure itself. */
const slack = 5;
const patience = 90_000;

let faults: FaultCell;
beforeAll(async () => {
  faults = await startFaultCell('compact');
  await storeSafetyOutput(faults);
}, 120_000);
afterAll(() => faults.remove(), 60_000);

describe('simultaneous plays (R7)', () => {
  it.each(pickRows(['one', 'many'] as const, ['many']))(
    'start exactly one run: 50 of %s',
    async (clients) => {
      const plays = await playInParallel(faults, 50, clients);
      expect(plays).toMatchObject({ accepted: 1, newRuns: 1, startedTogether: 1 });
      expect(plays.refusals).toHaveLength(49);
      const codes = new Set(plays.refusals);
      expect(codes).toEqual(new Set([clients === 'one' ? 'cannot_play_routine' : 'api_control_required']));
    },
    patience,
  );
});

describe('jog whose client disconnects (R8)', () => {
  it.each(pickRows(jogLosses, ['kill', 'half-open']))(
    'by %s: slows the arm down soon and keeps its commander',
    async (loss) => {
      const end = await loseJogClient(faults, loss);
      expect(end.speed).toBeCloseTo(0.5);
      expect(end.decelerationMS).toBeLessThan(300 * slack);
      expect(end.lostCommander).toBe(false);
    },
    patience,
  );
});

inExhaustiveRuns(() => {
  describe('changed tool', () => {
    it(
      'never affects a running move, and other devices do not change it',
      async () => {
        const changes = await changeTools(faults);
        expect(holdsTool(changes), JSON.stringify(changes)).toBe(true);
      },
      patience,
    );
  });

  describe('a network of 200 ± 100 ms that resets connections (R26)', () => {
    it.each([
      ['changes over HTTP', changeThroughBadNetwork, 30],
      ['commands on the runner socket', commandThroughBadNetwork, 30],
    ] as const)(
      'never repeats %s',
      async (_way, sendThrough, count) => {
        const trials = await sendThrough(faults, count);
        expect(trials.repeated).toBe(0);
        // Answered commands were executed; the others may have been.
        expect(trials.done).toBeGreaterThanOrEqual(trials.answered);
        expect(trials.answered).toBeGreaterThan(count / 2);
        expect(trials.p95MS).toBeLessThan(1000 * slack);
      },
      patience,
    );
  });
});

describe('gateway', () => {
  it.each(
    pickRows(
      doorRows,
      doorRows.filter((row) => !/^C(6|14) /.test(row)),
    ),
  )(
    '%s',
    async (row) => {
      expect(await tryDoorRow(faults, row)).toEqual({ row, wrong: [] });
    },
    patience,
  );
});

describe('stop while every core is busy (R5)', () => {
  it(
    'slows the arm down soon, on its path',
    async () => {
      const trials = await StopTrials.begin(faults);
      const relieve = saturateCores();
      try {
        for (const message of pickRows(['stop', 'emergencyStop', 'stop', 'emergencyStop'] as const, [
          'stop',
          'emergencyStop',
        ])) {
          const stop = await trials.run(message, 200 + 400 * Math.random());
          expect(stop).toMatchObject({ cause: message, movedAfter: 0 });
          expect(stop.decelerationMS).toBeLessThan(250 * slack);
          expect(stop.offPath).toBeLessThan(1e-6);
        }
      } finally {
        relieve();
        await trials.end();
      }
    },
    patience,
  );
});

describe('safety output (A14)', () => {
  it.each(Object.keys(attempts))(
    'cannot be set by %s',
    async (name) => {
      const watcher = await faults.watch('simulated');
      const before = await watcher.newestIndex();
      const answer = await attempts[name]?.(faults);
      expect(answer).toMatch(
        /safety|Safety|not_in_command|not an input|Invalid option|did not work|failed|HTTP (404|200)/,
      );
      expect(answer).not.toMatch(/^accepted|^completed/);
      expect(findBreaches(await watcher.readLog(before))).toEqual([]);
      expect(watcher.state.io['Output 16']).toBe('low');
      await watcher.close();
    },
    patience,
  );
});

const envelopeSchema = z.object({ error: z.string(), message: z.string().min(1) });

describe('bad input over HTTP', () => {
  const further = /1,001 deep|^objects|of 5 MB|^1e999|^a list|^a number|^a joint|^null|^an empty|^NUL/;
  it.each(
    pickRows(
      badFiles(),
      badFiles().filter(({ name }) => !further.test(name)),
    ),
  )(
    '$name gets an answer at every entry point',
    async (bad) => {
      for (const [method, path] of doors) {
        const { status, text } = await faults.call(method, path, bodyFor(path, bad));
        expect(status, `${method} ${path}: ${text.slice(0, 300)}`).toBeLessThan(500);
        if (status === 200) continue;
        const { error, message } = envelopeSchema.parse(JSON.parse(text));
        expect(isErrorCode(error), `${path}: ${error} ${message}`).toBe(true);
      }
      expect((await faults.call('GET', '/routines')).status).toBe(200);
    },
    patience,
  );

  inExhaustiveRuns(() => {
    it(
      'a tree 1,000 deep is loaded and played to its end',
      async () => {
        const { routineID, problems } = await faults.cell.client.importRoutine(JSON.stringify(deepFile(1000)));
        expect(problems).toEqual([]);
        const session = await faults.openReadySession('simulated');
        await session.send('loadRoutine', { routineID });
        const { runID } = await session.send('playRoutine', { isConfirmed: true });
        session.close();
        expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'completed', failure: null });
      },
      patience,
    );

    it(
      'refuses numbers that no arm can follow when they are played, and the cell continues',
      async () => {
        const far = String(badFiles().find(({ name }) => name.startsWith('a joint at'))?.body);
        await expect(faults.cell.client.importRoutine(far)).rejects.toThrow('a number beyond');
        const { routineID, problems } = await faults.cell.client.importRoutine(far.replaceAll('1e+308', '1e9'));
        const session = await faults.openReadySession('simulated');
        const outcome = await session
          .send('loadRoutine', { routineID })
          .then(() => session.send('playRoutine', { isConfirmed: true }))
          .then(async ({ runID }) => (await faults.untilRunEnded(runID)).status)
          .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
        session.close();
        expect(outcome).toMatch(problems.length > 0 ? /validation error/ : /^failed$/);
      },
      patience,
    );
  });
});

inExhaustiveRuns(() => {
  describe('routine of 5 MB on the simulated robot', () => {
    it.each(['run', 'jog'] as const)(
      'does not disturb a %s on the twin of the live one',
      async (motion) => {
        const attempts = [];
        // Load on the machine can disconnect the commander of the arm, but not every time.
        for (let attempt = 0; attempt < 3; attempt++) attempts.push(await loadBesideMotion(faults, motion));
        expect(attempts.map(({ disturbances }) => disturbances)).toContainEqual([]);
        if (motion === 'jog') expect(Math.max(...attempts.map(({ slowest }) => slowest))).toBeCloseTo(1, 2);
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
      ['postgres', 6000, 'emergencyStop', 'http'],
      ['postgres', 2000, 'stop', 'newSocket'],
      ['postgres', 2000, 'stop', 'commandLine'],
    ],
    [['postgres', 6000, 'stop', 'http']],
  ),
  { slack, patience },
);

describe('load at the gateway, with every core busy (C4)', () => {
  it(
    'does not delay the commander of a moving arm',
    async () => {
      const { run, silence } = await playUnderDoorLoad(faults, 10);
      expect(run, JSON.stringify(silence)).toEqual({ status: 'running', failure: null });
      expect(silence.heard).toBeGreaterThan(100);
    },
    patience,
  );
});

inExhaustiveRuns(() => {
  describe('routine of very many quick steps (C5)', () => {
    it(
      "plays to its end without a gap in the commander's messages",
      async () => {
        const { run, entries, watchdogs } = await playLongRoutine(faults, 4000);
        expect(run).toEqual({ status: 'completed', failure: null });
        // Start and end of the run, and of each step.
        expect([entries, watchdogs]).toEqual([2 * 4000 + 2, 0]);
      },
      patience,
    );
  });
});

describe('machine tools whose robot loses its commander', () => {
  it(
    'lose the signal that the robot is clear of them, and run a requested program once, regardless of the answer of the user',
    async () => {
      const { safeAfterMS, ...loss } = await killInProgram(faults, await addMachines(faults), 'afterRequest');
      expect(loss).toEqual({ cycles: 1, wasBegun: true, isCompleted: true, wasSafe: true });
      expect(safeAfterMS).toBeLessThan(250 * slack);
    },
    patience,
  );
});

// Last, because of what it leaves.
describeStopsThatArrive(() => faults);
