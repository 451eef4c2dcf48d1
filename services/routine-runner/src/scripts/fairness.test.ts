import { lagFactor } from '@cellwright/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScripts } from './script-runner.ts';

const scripts = createScripts({ isPythonOn: async () => true });
const values = { variables: [], steps: [], io: [] };
const patience = 120_000;
/** The figure is 250 ms on a quiet machine; a busy one gets five times that. */
const longestMS = 1250;

beforeAll(async () => {
  const warmUp = await scripts.forRobot('live').run({ language: 'JavaScript', source: '1', values });
  expect(warmUp).toEqual({ ok: true, value: 1 });
}, patience);
afterAll(() => scripts.close());

it(
  'An expression of one robot is answered while another user keeps the other robot busy with endless ones',
  async () => {
    const attacker = scripts.forRobot('simulated').forCaller?.('attacker');
    for (let count = 0; count < 60; count += 1) {
      void attacker?.run({ language: 'JavaScript', source: 'for (;;) {}', values });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const begunAt = performance.now();
    const answer = await scripts
      .forRobot('live')
      .forCaller?.('operator')
      .run({ language: 'JavaScript', source: '1 < 2', values });
    expect(answer).toEqual({ ok: true, value: true });
    expect(performance.now() - begunAt).toBeLessThan(longestMS * lagFactor());
  },
  patience,
);
