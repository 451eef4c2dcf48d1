import { describe, expect, it } from 'vitest';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import { TimelineLine } from './TimelineLine.tsx';
import type { TimelineRow } from './timeline.ts';

const step: TimelineRow = {
  seq: 1,
  atSeconds: 2,
  event: 'step',
  stepID: 'step_a',
  stepPath: '1.2',
  stepKind: 'Waypoint',
  depth: 1,
  isInBackground: false,
  result: 'completed',
  durationSeconds: 1,
  detail: undefined,
  effect: undefined,
};

async function read(row: Partial<TimelineRow>, language: 'en' | 'de' = 'en'): Promise<string> {
  const nameOfDevice = (id: string) => (id === 'equipment_1' ? 'Left gripper' : undefined);
  const line = (
    <TimelineLine
      row={{ ...step, ...row }}
      sentence="Move to P3 (joint)"
      nameOfDevice={nameOfDevice}
      isOn={false}
      style={{}}
    />
  );
  return readText(await renderIn(language, line));
}

const effect = (kind: string, details: unknown) =>
  read({ event: 'effectEnded', result: 'unknown', effect: { kind, details } });

describe('A row of the timeline', () => {
  it('describes a step by its sentence', async () => {
    expect(await read({})).toContain('1.2 Move to P3 (joint)');
  });

  it('names what was to be switched, commanded, requested or pressed', async () => {
    const gripper = { capability: 'gripper', equipmentID: 'equipment_1', command: {} };
    expect(await effect('setOutputs', [{ kind: 'Output', port: 3, level: 'high' }])).toContain('Set Output 3 high');
    expect(await effect('actuateDevice', gripper)).toContain('Command to Left gripper');
    expect(await effect('actuateDevice', { ...gripper, equipmentID: 'equipment_2' })).toContain('Command to gripper');
    expect(await effect('sendHttpRequest', { method: 'POST', url: 'http://plc/' })).toContain(
      'Request POST http://plc/',
    );
    expect(await effect('press', {})).toContain('Press');
  });

  it('names them in German on a German page', async () => {
    const inGerman = (kind: string, details: unknown) =>
      read({ event: 'effectEnded', result: 'unknown', effect: { kind, details } }, 'de');
    expect(await inGerman('setOutputs', [{ kind: 'Output', port: 3, level: 'high' }])).toContain('3 auf Ein');
    expect(await inGerman('actuateDevice', { capability: 'gripper', equipmentID: 'equipment_2' })).toContain(
      'Befehl an Greifer',
    );
  });

  it('describes the effect in general if the shown journal does not name it', async () => {
    expect(await read({ event: 'effectEnded', result: 'failed' })).toContain('Command to an output or a device');
  });
});
