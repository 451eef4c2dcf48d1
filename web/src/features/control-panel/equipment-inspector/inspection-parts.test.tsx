// @vitest-environment happy-dom
import type { EquipmentInspection, InspectedDevice } from '@cellwright/domain/equipment';
import { contractOf } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { readText, renderIn } from '../../../i18n/in-language.fixture.tsx';
import { InspectionParts } from '../EquipmentInspectorScreen.tsx';
import { describeInspection } from './copy-traffic.ts';
import { formatClockTime, showText, spaceHex } from './format-frames.ts';

const at = '2026-03-01T12:00:00.250Z';
const device: InspectedDevice = {
  id: 'equipment_1',
  name: 'Left gripper',
  kind: 'OnRobot2FG7',
  isEnabled: true,
  state: { connected: false, status: 'error', error: 'No answer', widthMeters: 0.05, gripForces: [1, 2] },
  errors: [{ at, message: 'No connection to 10.0.0.7:502' }],
  connections: [
    {
      number: 4,
      protocol: 'modbus',
      address: '10.0.0.7:502',
      openedAt: at,
      closedAt: at,
      problem: 'read ECONNRESET',
      frameCount: 120,
      frames: [
        { sequence: 8, at, direction: 'sent', size: 12, hex: '000100000006010301000002' },
        { sequence: 9, at, direction: 'received', size: 300, hex: '000100000003018302'.padEnd(512, '0') },
      ],
    },
  ],
};
const wired: InspectedDevice = { ...device, id: 'equipment_2', name: 'Clamp', errors: [], connections: [] };
const inspection = (devices: readonly InspectedDevice[]): EquipmentInspection => ({
  takenAt: at,
  devices: [...devices],
});
const show = async (language: 'en' | 'de', devices: readonly InspectedDevice[]) =>
  readText(await renderIn(language, <InspectionParts inspection={inspection(devices)} />));

describe('InspectionParts', () => {
  it('shows states, errors, connections and frames of all devices, frames newest first', async () => {
    const text = await show('en', [device, wired]);
    expect(text).toContain(`Left gripper ${contractOf('OnRobot2FG7').label}`);
    expect(text).not.toContain('unknown');
    expect(text).toContain('No answer');
    expect(text).toContain('widthMeters 0.05');
    expect(text).toContain('gripForces [1,2]');
    expect(text).toContain('No connection to 10.0.0.7:502');
    expect(text).toMatch(/Modbus TCP 10\.0\.0\.7:502 .* Failed .* read ECONNRESET 120/);
    expect(text).toContain('Unit 1 · Read holding registers · Address 256 · Count 2');
    expect(text.indexOf('Refused: illegal data address')).toBeLessThan(text.indexOf('Address 256'));
    expect(text).toContain('00 01 00 00 00 06 01 03 01 00 00 02');
    expect(text).toContain('252 more bytes');
  });

  it('uses German texts for a German user', async () => {
    const text = await show('de', [device]);
    expect(text).toContain('Einheit 1 · Holding-Register lesen · Adresse 256 · Anzahl 2');
    expect(text).toContain('Abgelehnt: unbekannte Adresse');
    expect(text).toContain('252 weitere Bytes');
  });

  it('says why a wired device has no traffic', async () => {
    const text = await show('en', [wired]);
    expect(text).toContain('No errors');
    expect(text).toContain('Wired devices have none');
    expect(text).toContain('No traffic');
  });

  it('says that there are no devices', async () => {
    expect(await show('en', [])).toContain('No devices');
  });
});

describe('describeInspection', () => {
  it('has all stored bytes of each frame, oldest first', () => {
    const lines = describeInspection(inspection([device])).split('\n');
    expect(lines).toContain(
      '  #4 modbus 10.0.0.7:502 2026-03-01T12:00:00.250Z – 2026-03-01T12:00:00.250Z read ECONNRESET',
    );
    const frames = lines.filter((line) => line.includes('\tLeft gripper\t'));
    expect(frames[0]).toBe(`${at}\tLeft gripper\t#4\tsent\t12\t00 01 00 00 00 06 01 03 01 00 00 02\t············`);
    expect(frames[1]?.split('\t')[5]).toHaveLength(256 * 3 - 1);
    expect(frames).toHaveLength(2);
  });
});

describe('frame formats', () => {
  it('show the local time of a frame to the millisecond', () => {
    expect(formatClockTime(new Date(2026, 2, 1, 13, 0, 5, 7).toISOString())).toBe('13:00:05.007');
  });

  it('show printable characters and dots', () => {
    expect(showText(Uint8Array.of(0x41, 0x0a, 0x7f, 0x20, 0xe4))).toBe('A·· ·');
    expect(spaceHex('0a0b')).toBe('0a 0b');
  });
});
