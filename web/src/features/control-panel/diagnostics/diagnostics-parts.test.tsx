// @vitest-environment happy-dom
import type { Diagnostics } from '@cellwright/domain/cell';
import { contractOf } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { readText, renderIn } from '../../../i18n/in-language.fixture.tsx';
import { DiagnosticsParts } from '../DiagnosticsScreen.tsx';
import { goodDiagnostics, serviceNamed } from './good-diagnostics.fixture.ts';

const receivedAt = Date.parse(goodDiagnostics.takenAt);
const show = async (language: 'en' | 'de', change: Partial<Diagnostics> = {}, offsetMS = 0) => {
  const diagnostics = { ...goodDiagnostics, ...change };
  return readText(
    await renderIn(language, <DiagnosticsParts diagnostics={diagnostics} receivedAt={receivedAt + offsetMS} />),
  );
};

describe('DiagnosticsParts', () => {
  it('shows the facts of a cell that works', async () => {
    const text = await show('en');
    expect(text).toContain('No problems found');
    expect(text).toContain('library Online 4.0 ms 12 ms 1.0 ms 120 MB 1:02:05 1.2.3');
    expect(text).toContain(`Gripper ${contractOf('OnRobot2FG7').label} Simulated`);
    expect(text).toContain('event bus OK 1.0 ms library');
    expect(text).toContain('Live (twin) Idle Connected');
    expect(text).toContain('Free disk space 50.0 GB of 100 GB');
    expect(text).toContain('Clock of this browser Same as the cell');
  });

  it('names problems above the facts, in both languages', async () => {
    const offline = { ...serviceNamed('library'), isOnline: false, problem: 'no connection', report: null };
    const change = { services: [offline] };
    expect(await show('en', change)).toContain('1 problem found Offline library no connection');
    expect(await show('de', change, 60_000)).toMatch(/1 Problem gefunden.*Uhr dieses Browsers geht 60 s vor/);
  });

  it('says why devices are missing', async () => {
    const text = await show('en', { devices: [], devicesProblem: 'equipment is away' });
    expect(text).toContain('The devices could not be listed: equipment is away');
  });
});
