import { simulatedDeviceFaultSchema } from '@cellwright/domain/equipment';
import { describe, expect, it } from 'vitest';
import { box as boxDe } from '../../i18n/de/box.ts';
import { box as boxEn } from '../../i18n/en/box.ts';
import { findFaultWord } from './fault-word.ts';

const kinds = [
  'CustomGripper',
  'CustomCamera',
  'WristCamera',
  'FTPServer',
  'OnRobotHEXE',
  'OnRobotVG',
  'WeldMachineGeneric',
];

describe('findFaultWord', () => {
  it('calls only a mechanism that moves jammed', () => {
    expect(boxEn.fault[findFaultWord('CustomGripper', 'jammed')]).toBe('Jammed');
    expect(boxEn.fault[findFaultWord('WeldMachineGeneric', 'jammed')]).toBe('Arc does not start');
    expect(boxDe.fault[findFaultWord('WeldMachineGeneric', 'jammed')]).toBe('Lichtbogen zündet nicht');
    expect(boxEn.fault[findFaultWord('WristCamera', 'jammed')]).toBe('Picture frozen');
  });

  it('keeps the words of all other faults', () => {
    const others = simulatedDeviceFaultSchema.options.filter((fault) => fault !== 'jammed');
    for (const kind of kinds) expect(others.map((fault) => findFaultWord(kind, fault))).toEqual(others);
  });
});
