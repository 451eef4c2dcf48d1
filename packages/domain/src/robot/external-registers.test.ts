import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblySizes, inputParts, readPart, writePart } from './external-assemblies.ts';
import {
  commandAddresses,
  commandRegisters,
  inputCopyAddress,
  inputRegisters,
  readAssemblyBit,
  readRegisters,
  registerCounts,
} from './external-registers.ts';

const nameAndAddress = ({ part, address }: (typeof inputRegisters)[number]) => [part.name, address];

describe('registers of external control', () => {
  it('have the names of the assemblies, at fixed addresses', () => {
    expect(inputRegisters.map(nameAndAddress)).toEqual([
      ...[
        ['Status', 0],
        ['Control', 1],
        ['CommandEcho', 2],
        ['CommandResult', 3],
        ['Heartbeat', 4],
      ],
      ...[
        ['HeartbeatEcho', 5],
        ['CycleCount', 6],
        ['RunSeconds', 8],
        ['SpeedPermille', 10],
        ['SessionState', 11],
      ],
      ...[
        ['RunStatus', 12],
        ['DigitalInputs', 13],
        ['DigitalOutputs', 15],
        ['StopCount', 17],
      ],
    ]);
    expect(Object.fromEntries(commandRegisters.map(nameAndAddress))).toEqual(commandAddresses);
    expect(registerCounts).toEqual({ input: 18, holding: 3, coil: 6 });
    expect(registerCounts.holding).toBeLessThan(inputCopyAddress);
  });

  it('have the values of the assembly, the most significant register first', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: assemblySizes.input, maxLength: assemblySizes.input }), (assembly) => {
        const words = readRegisters(inputRegisters, assembly);
        expect(words).toHaveLength(registerCounts.input);
        for (const { part, address, wordCount } of inputRegisters) {
          const value = words.slice(address, address + wordCount).reduce((sum, word) => sum * 0x1_0000 + word, 0);
          expect(value).toBe(readPart(assembly, part));
        }
      }),
    );
  });
});

describe('readAssemblyBit', () => {
  it('counts eight bits for each byte', () => {
    const assembly = new Uint8Array(assemblySizes.input);
    for (const part of inputParts) {
      writePart(assembly, part, 2);
      expect(readAssemblyBit(assembly, 8 * part.offset + 1)).toBe(true);
      expect(readAssemblyBit(assembly, 8 * part.offset)).toBe(false);
    }
    expect(readAssemblyBit(assembly, 8 * assemblySizes.input)).toBe(false);
  });
});
