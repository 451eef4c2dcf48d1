import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEquipmentConfig } from '../../contracts.ts';
import { readBit, readWord, writeBit, writeWord } from './assembly-positions.ts';

describe('Positions in an assembly', () => {
  it.each(['WeldMachineMiller', 'WeldMachineEsab'])('must not overlap, and must be in the assembly (%s)', (kind) => {
    const problemsOf = (fields: object) => {
      const parsed = parseEquipmentConfig({ kind, ...fields });
      return parsed.isValid ? [] : parsed.config.problems;
    };
    expect(problemsOf({ gas: '0.0' })).toEqual(['gas: This position already has another meaning']);
    expect(problemsOf({ voltageWord: '5' })).toEqual(['voltageWord: This position already has another meaning']);
    expect(problemsOf({ currentRead: '31' })).toEqual(['currentRead: This position is beyond the end of the assembly']);
    expect(problemsOf({ gas: '0.8' })[0]).toContain('Enter byte and bit');
    expect(problemsOf({ gas: 'none', voltageWord: 'none' })).toEqual([]);
  });

  it('return what was written there, and change nothing else', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 0, max: 65_535 }),
        fc.boolean(),
        (image, byte, bit, word, isOn) => {
          const changed = image.slice();
          writeWord(changed, String(byte), word);
          expect(readWord(changed, String(byte))).toBe(word);
          writeWord(changed, String(byte), readWord(image, String(byte)));
          writeBit(changed, `${byte}.${bit}`, isOn);
          expect(readBit(changed, `${byte}.${bit}`)).toBe(isOn);
          writeBit(changed, `${byte}.${bit}`, readBit(image, `${byte}.${bit}`));
          expect(changed).toEqual(image);
        },
      ),
    );
  });
});
