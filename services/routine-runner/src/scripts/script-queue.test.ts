import type { Script, ScriptLanguage } from '@cellwright/steps/framework';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import type { ScriptHostListener } from './script-host.ts';
import { createScripts } from './script-runner.ts';

/** Time to start a process, ms, on a quiet machine and on a busy one. */
const startMS = 200;
const slowStartMS = 4000;

/** Hosts on a virtual clock: 'end…' never answers, 'crash' takes the process with it, anything else is its own value. */
function openHosts(isPythonOn = true, startsWithinMS = startMS) {
  const clock = new VirtualClock();
  const begun: string[] = [];
  const started: (readonly ScriptLanguage[])[] = [];
  const losses: (() => void)[] = [];
  let liveCount = 0;
  const startHost = (languages: readonly ScriptLanguage[], { onMessage, onLost }: ScriptHostListener) => {
    started.push(languages);
    liveCount += 1;
    let isLive = true;
    losses.push(() => isLive && onLost('their process ended unexpectedly'));
    clock.schedule(startsWithinMS, () => isLive && onMessage('ready'));
    return {
      send({ id, script }: { readonly id: number; readonly script: Script }) {
        begun.push(script.source);
        onMessage('begun');
        clock.schedule(1, () => {
          if (!isLive || script.source.startsWith('end')) return;
          if (script.source === 'crash') onLost('their process ended unexpectedly');
          else onMessage({ id, answer: { evaluation: { ok: true, value: script.source }, isSpent: false } });
        });
      },
      async end() {
        if (isLive) liveCount -= 1;
        isLive = false;
      },
    };
  };
  const scripts = createScripts({ isPythonOn: async () => isPythonOn, clock, startHost });
  const answers: string[] = [];
  const ask = (
    robotKind: 'live' | 'simulated',
    callerID: string,
    source: string,
    language: ScriptLanguage = 'JavaScript',
  ) => {
    const runner = scripts.forRobot(robotKind).forCaller?.(callerID);
    const script = { language, source, values: { variables: [], steps: [], io: [] } };
    return runner?.run(script).then((evaluation) => {
      answers.push(`${callerID}: ${evaluation.ok ? evaluation.value : evaluation.message}`);
      return evaluation;
    });
  };
  const loseSpares = () => {
    for (const lose of losses) lose();
  };
  return { clock, begun, started, scripts, answers, ask, processCount: () => liveCount, loseSpares };
}

describe('Expressions of a robot', () => {
  it('start no process before the first, and one spare after it', async () => {
    const { clock, ask, answers, processCount } = openHosts();
    expect(processCount()).toBe(0);
    void ask('simulated', 'ann', '1');
    await clock.advance(startMS + 1);
    expect(answers).toEqual(['ann: 1']);
    expect(processCount()).toBe(2);
  });

  it('end their processes after ten minutes without any', async () => {
    const { clock, ask, processCount } = openHosts();
    void ask('simulated', 'ann', '1');
    await clock.advance(599_000);
    expect(processCount()).toBe(2);
    await clock.advance(2000);
    expect(processCount()).toBe(0);
  });

  it('do not wait for those of the other robot', async () => {
    const { clock, ask, answers } = openHosts();
    void ask('simulated', 'ann', 'warm up');
    await clock.advance(1000);
    for (let count = 0; count < 60; count += 1) void ask('simulated', 'ann', 'end');
    await clock.advance(100);
    void ask('live', 'ben', '1 < 2');
    await clock.advance(10);
    expect(answers).toEqual(['ann: warm up', 'ben: 1 < 2']);
  });

  it('take turns between callers', async () => {
    const { clock, ask, answers } = openHosts();
    for (const source of ['a1', 'a2', 'a3']) void ask('live', 'ann', source);
    void ask('live', 'ben', 'b1');
    await clock.advance(startMS + 10);
    expect(answers).toEqual(['ann: a1', 'ben: b1', 'ann: a2', 'ann: a3']);
  });

  it('wait longer each time after an ended one of the same caller, and others do not', async () => {
    const { clock, ask, begun, answers } = openHosts();
    void ask('live', 'ben', 'warm up');
    await clock.advance(1000);
    for (let count = 0; count < 4; count += 1) void ask('live', 'ann', 'end');
    const beginnings: number[] = [];
    for (let ms = 0; ms < 4000; ms += 10) {
      const before = begun.filter((source) => source === 'end').length;
      await clock.advance(10);
      if (begun.filter((source) => source === 'end').length > before) beginnings.push(ms);
      if (ms === 300) void ask('live', 'ben', 'between');
      if (ms === 330) expect(answers.at(-1)).toBe('ben: between');
    }
    const waits = beginnings.slice(1).map((at, index) => at - (beginnings[index] ?? 0));
    expect(waits).toEqual([expect.closeTo(450, -2), expect.closeTo(700, -2), expect.closeTo(1200, -2)]);
  });

  it('return to normal after a minute without an ended one', async () => {
    const { clock, ask, answers } = openHosts();
    for (let count = 0; count < 5; count += 1) {
      void ask('live', 'ann', 'end');
      await clock.advance(15_000);
    }
    await clock.advance(60_000);
    void ask('live', 'ann', 'good');
    await clock.advance(10);
    expect(answers.at(-1)).toBe('ann: good');
  });

  it('continue in the spare process when one is ended', async () => {
    const { clock, ask, answers } = openHosts();
    void ask('live', 'ben', 'warm up');
    await clock.advance(1000);
    void ask('live', 'ann', 'end');
    void ask('live', 'ben', 'next');
    await clock.advance(210);
    expect(answers.slice(1)).toEqual([expect.stringContaining('took longer than 50 ms'), 'ben: next']);
  });

  it('find a ready process while those of another caller are ended one after the other', async () => {
    const { clock, begun, answers, ask } = openHosts(true, slowStartMS);
    void ask('simulated', 'ben', 'warm up');
    await clock.advance(3 * slowStartMS);
    for (let count = 0; count < 8; count += 1) void ask('simulated', 'ann', 'end');
    for (let count = 0; count < 60; count += 1) {
      void ask('simulated', 'ben', `ben ${count}`);
      await clock.advance(500);
      expect(answers).toContain(`ben: ben ${count}`);
    }
    expect(begun.filter((source) => source === 'end').length).toBeGreaterThan(3);
  });

  it('find a ready process while those of callers on both robots are ended, who take turns', async () => {
    const { clock, begun, answers, ask } = openHosts(true, slowStartMS);
    void ask('simulated', 'ben', 'warm up');
    void ask('live', 'bea', 'warm up');
    await clock.advance(3 * slowStartMS);
    // From now on, both callers are penalised.
    void ask('simulated', 'ann', 'end');
    await clock.advance(2 * slowStartMS);
    void ask('live', 'abe', 'end live');
    await clock.advance(2 * slowStartMS);
    for (let count = 0; count < 8; count += 1) {
      void ask('simulated', 'ann', 'end');
      void ask('live', 'abe', 'end live');
    }
    for (let count = 0; count < 80; count += 1) {
      void ask('simulated', 'ben', `ben ${count}`);
      void ask('live', 'bea', `bea ${count}`);
      await clock.advance(500);
      expect(answers).toContain(`ben: ben ${count}`);
      expect(answers).toContain(`bea: bea ${count}`);
    }
    for (const source of ['end', 'end live']) {
      expect(begun.filter((each) => each === source).length, source).toBeGreaterThan(2);
    }
  });

  it('begin after an ended one of the same caller once a lost spare process is replaced', async () => {
    const { clock, answers, ask, loseSpares } = openHosts();
    void ask('live', 'ben', 'warm up');
    await clock.advance(1000);
    void ask('live', 'ann', 'end');
    await clock.advance(startMS + 10);
    loseSpares();
    void ask('live', 'ann', 'good');
    await clock.advance(2000);
    expect(answers.at(-1)).toBe('ann: good');
  });

  it('fail alone when their process ends unexpectedly', async () => {
    const { clock, ask, answers } = openHosts();
    void ask('live', 'ann', 'crash');
    void ask('live', 'ben', 'next');
    await clock.advance(1000);
    expect(answers).toEqual([expect.stringContaining('its process ended'), 'ben: next']);
  });

  it('leave room for other callers', async () => {
    const { ask } = openHosts();
    const own = Array.from({ length: 201 }, () => ask('live', 'ann', '1'));
    await flushPromises();
    expect(await own.at(-1)).toEqual({ ok: false, message: 'Too many expressions are pending. Use fewer' });
    const other = ask('live', 'ben', '1');
    expect(await Promise.race([other, flushPromises().then(() => 'waits')])).toBe('waits');
  });
});

describe('The feature flag of Python expressions', () => {
  it('applies before any of them is evaluated, and starts no process for one', async () => {
    const { clock, ask, scripts, begun, started } = openHosts(false);
    const refused = { ok: false, message: expect.stringContaining("need the feature flag 'Python expressions'") };
    expect(await ask('live', 'ann', '40 + 2', 'Python')).toEqual(refused);
    const script = { language: 'Python', source: '1', values: { variables: [], steps: [], io: [] } } as const;
    expect(await scripts.forRobot('simulated').run(script)).toEqual(refused);
    await scripts.forRobot('simulated').prepare?.('Python');
    await clock.advance(1000);
    expect([begun, started]).toEqual([[], []]);
  });
});
