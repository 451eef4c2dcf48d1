import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommanderLoss, loseCommander } from './commander-loss.fixture.ts';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';

/** Timed rows are held to five times their figure here, and to the figure itself in scripts/soak. */
const slack = 5;

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

describe('a routine runner that is killed while the arm moves (R1)', () => {
  it.each([1, 0.3])(
    'stops the arm on its path, at an override of %f, and reports the run as interrupted',
    async (speed) => {
      const loss = await loseCommander(faults, {
        speed,
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
    60_000,
  );
});

describe('a routine runner that is frozen while the arm moves (R4)', () => {
  it('stops the arm by the watchdog, and sends nothing old when it wakes up', async () => {
    const loss = await loseCommander(faults, {
      speed: 1,
      afterMS: 400,
      strike: async () => {
        faults.signal('routine-runner', 'SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 3000));
        faults.signal('routine-runner', 'SIGCONT');
        await new Promise((resolve) => setTimeout(resolve, 2000));
      },
    });
    expectControlledStop(loss);
  }, 60_000);
});
