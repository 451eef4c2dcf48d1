import { createMetrics } from '@cellwright/service-kit';
import { expect, it } from 'vitest';
import { CommanderSilence } from './commander-silence.ts';

it('records the silence of the commander while the arm can move; not on its brakes, nor between two commanders', async () => {
  const metrics = createMetrics({ defaults: false });
  const silence = new CommanderSilence(metrics);
  silence.note(1, 10, false);
  silence.note(1, 11, true);
  silence.note(1, 11.05, true);
  silence.note(1, 11.115, true);
  silence.note(1, 12, false);
  silence.note(1, 13, true);
  silence.note(2, 14, true);
  const page = await metrics.render();
  expect(page).toContain('cellwright_commander_silence_seconds_count 2');
  expect(page).toContain('cellwright_commander_silence_seconds_bucket{le="0.06"} 1');
  expect(page).toMatch(/cellwright_commander_silence_longest_seconds 0\.06[45]/);
});
