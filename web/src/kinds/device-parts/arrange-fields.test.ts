import { type AnyEquipmentKind, contractOf, listKinds } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { formFields } from '../../forms/form-fields.ts';
import { arrangeFields } from './arrange-fields.ts';

const words = { text: (english: string) => english, choice: (choice: string) => choice };
const fieldsOf = (kind: AnyEquipmentKind) => formFields(contractOf(kind).config, words);
const namesIn = (kind: AnyEquipmentKind, values: Readonly<Record<string, unknown>> = {}) => {
  const { main, advanced } = arrangeFields(kind, fieldsOf(kind), values);
  return { main: main.map(({ name }) => name), advanced: advanced.map(({ name }) => name) };
};

describe('The form of a device', () => {
  it('asks a wired gripper for ports, and one on Modbus for its address', () => {
    const wired = namesIn('CustomGripper');
    expect(wired.main).toEqual(expect.arrayContaining(['closeOutput', 'openSensor', 'openWidth']));
    expect([...wired.main, ...wired.advanced]).not.toEqual(expect.arrayContaining(['host']));
    expect(wired.main).not.toContain('modbusOutputs');
    expect(wired.main).not.toContain('voltage');
    expect(wired.main).not.toContain('pulseSeconds');
    const network = namesIn('CustomGripper', { interface: 'modbus' });
    expect(network.main).toEqual(expect.arrayContaining(['host', 'port', 'modbusOutputs']));
    expect(network.advanced).toEqual(expect.arrayContaining(['unitID', 'timeoutMS']));
    expect(network.main).not.toContain('closeOutput');
  });

  it.each<[AnyEquipmentKind, Readonly<Record<string, unknown>>, string]>([
    ['CustomGripper', { closeOutput: 'Flange Output 1' }, 'voltage'],
    ['CustomGripper', { isPulsed: true }, 'pulseSeconds'],
    ['CustomDevice', { deviceInterface: 'flangeIO' }, 'circuit'],
    ['CNCMachine', { deviceInterface: 'mtConnect' }, 'mtConnect'],
  ])('asks %s with %o for %s', (kind, values, name) => {
    expect(namesIn(kind, values).main).toContain(name);
    expect(namesIn(kind).main).not.toContain(name);
  });

  it('shows a field with a problem that would not count', () => {
    const problems = [{ fieldId: 'port', message: 'Too large' }];
    const { main } = arrangeFields('CustomGripper', fieldsOf('CustomGripper'), {}, problems);
    expect(main.map(({ name }) => name)).toContain('port');
  });

  it.each(listKinds())('shows each field of %s at most once, its name first of all', (kind) => {
    const { main, advanced } = namesIn(kind);
    expect(new Set([...main, ...advanced]).size).toBe(main.length + advanced.length);
    expect(main).toContain('name');
  });
});
