import { describe, expect, it } from 'vitest';
import { ControllerRig } from './domain/controller-rig.fixture.ts';
import { Pacer } from './pacer.ts';

/** Starts a pacer whose process can be suspended by the test. */
function startPacer() {
  const rig = ControllerRig.ready();
  let nowMS = rig.core.time * 1000;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock = {
    now: () => nowMS,
    wallNow: () => new Date(nowMS),
    schedule(ms: number, run: () => void) {
      const timer = { at: nowMS + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    sleep: async () => undefined,
  };
  const pacer = new Pacer({ core: rig.core, clock, afterInput: (callback) => callback(), onAdvanced: () => undefined });
  const runTimers = () => {
    for (const timer of timers.filter(({ at }) => at <= nowMS)) {
      timers = timers.filter((each) => each !== timer);
      timer.run();
    }
  };
  /** Lets the process run for some time. */
  const run = (ms: number) => {
    for (const end = nowMS + ms; nowMS < end; nowMS += 1) runTimers();
  };
  /** Suspends the whole machine for some time; then the controller runs first. */
  const stall = (ms: number) => {
    nowMS += ms;
    runTimers();
  };
  rig.execute(rig.planBy([0, 0, 0, 6.2, 0, 0]));
  rig.core.hear(1, pacer.time);
  pacer.schedule();
  return { rig, run, stall };
}

describe('Pacer', () => {
  it('gives a commander time to send after a stall of the whole machine', () => {
    const { rig, run, stall } = startPacer();
    run(100);
    stall(800);
    run(50);
    expect(rig.state).toMatchObject({ hasCommander: true, mode: 'executing' });
  });

  it('counts the silence of a commander while the controller runs', () => {
    const { rig, run, stall } = startPacer();
    run(100);
    stall(800);
    run(150);
    expect(rig.state).toMatchObject({ hasCommander: false, lastStop: 'commanderLost' });
  });
});
