// @vitest-environment happy-dom
import { newWaveSchema, type Wave } from '@cellwright/domain/fleet';
import { describe, expect, it } from 'vitest';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import { WaveRow } from './WaveRow.tsx';

const none = { waiting: 0, requested: 0, watching: 0, installed: 0, degraded: 0, failed: 0 };
const wave: Wave = {
  ...newWaveSchema.parse({ buildID: '2.0.0', groups: [50, 100] }),
  ...{ id: 'wave_1', status: 'running', reason: null, createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'Ada' },
  ...{ currentGroup: 0, problems: [] },
  counts: [
    { ...none, requested: 1, watching: 2, installed: 3 },
    { ...none, waiting: 6 },
  ],
};

describe('WaveRow', () => {
  it('shows how many boxes of a group are watched', async () => {
    const text = readText(await renderIn('en', <WaveRow wave={wave} />));
    expect(text).toContain('Group 1: 3 installed, 2 watched, 0 worse, 0 failed, 1 to do');
    expect(text).toContain('Group 2: 0 installed, 0 watched, 0 worse, 0 failed, 6 to do');
  });

  it('shows why a wave has halted, and how it continues', async () => {
    const slower = { kind: 'slower', routine: 'Pick', before: 8, after: 11.2 } as const;
    const problems = [{ box: 'Press', problem: slower }];
    const counts = [{ ...none, degraded: 1, installed: 5 }, ...wave.counts.slice(1)];
    const halted = <WaveRow wave={{ ...wave, status: 'halted', reason: 'In English', problems, counts }} />;
    const text = readText(await renderIn('en', halted));
    expect(text).toContain('Boxes of group 1 that did not install the build or produce worse: 1');
    expect(text).toContain('Press: Pick takes 11.2 s per cycle, 8.0 s before the update');
    expect(text).toMatch(/Continue.*End update/);
    const german = readText(await renderIn('de', halted));
    expect(german).toContain('Press: Pick braucht 11');
    expect(german).toContain('s pro Zyklus, vor dem Update 8');
    expect(german).toContain('5 installiert, 0 beobachtet, 1 schlechter');
    expect(german).not.toContain('In English');
  });
});
