import { describe, expect, it } from 'vitest';
import { forceSensorCases } from './conformance/force-sensor.ts';
import { capabilitiesOfKind, type EquipmentKind, equipmentKinds } from './contracts.ts';
import type { OpenModbus } from './drivers.ts';
import { openBench } from './testing/device-bench.fixture.ts';
import { tamperWith, wrongWriters } from './testing/wrong-lines.fixture.ts';

/** Returns the first case that fails, or undefined when conformance does not notice the fault. */
async function findWhatNotices(kind: EquipmentKind, tamper: (open: OpenModbus) => OpenModbus) {
  for (const one of forceSensorCases) {
    const bench = await openBench(kind, {}, { tamper });
    try {
      await one.run(bench);
    } catch {
      return one.title;
    } finally {
      await bench.close();
    }
  }
  return undefined;
}

/** Returns a line on which readings are wrong. */
function misread(mistake: (words: readonly number[]) => readonly number[]): (open: OpenModbus) => OpenModbus {
  return (open) => (target) => {
    const line = open(target);
    return {
      readHoldingRegisters: async (...request) => {
        const answer = await line.readHoldingRegisters(...request);
        return answer.ok ? { ok: true, value: mistake(answer.value) } : answer;
      },
      readInputRegisters: (...request) => line.readInputRegisters(...request),
      readCoils: (...request) => line.readCoils(...request),
      readDiscreteInputs: (...request) => line.readDiscreteInputs(...request),
      writeCoil: (...request) => line.writeCoil(...request),
      writeRegisters: (...request) => line.writeRegisters(...request),
      close: () => line.close(),
    };
  };
}

const unsigned = (word: number) => (word >= 0x8000 ? 0x1_0000 - word : word);
const axes = [0, 1, 2, 3, 4, 5];
const misreadings: readonly [title: string, at: (axis: number) => (words: readonly number[]) => readonly number[]][] = [
  ['are dropped', (axis) => (words) => words.with(axis, 0)],
  ['are scaled', (axis) => (words) => words.with(axis, ((words[axis] ?? 0) * 2) & 0xffff)],
  ['have lost their sign', (axis) => (words) => words.with(axis, unsigned(words[axis] ?? 0))],
  ['are negated', (axis) => (words) => words.with(axis, -(words[axis] ?? 0) & 0xffff)],
  [
    'is swapped with the next one',
    (axis) => (words) => words.with(axis, words[(axis + 1) % 6] ?? 0).with((axis + 1) % 6, words[axis] ?? 0),
  ],
];
/** Axes that the case loads with a positive value: they have no sign to lose. */
const positive = new Set([1, 3, 5]);

describe.each(equipmentKinds.filter((kind) => capabilitiesOfKind(kind).includes('forceSensor')))(
  'The conformance suite detects a %s',
  (kind) => {
    it.each(misreadings)('fails for readings that on any axis %s', { timeout: 120_000 }, async (title, mistakeAt) => {
      const checked = title === 'have lost their sign' ? axes.filter((axis) => !positive.has(axis)) : axes;
      const unnoticed: number[] = [];
      for (const axis of checked) {
        if ((await findWhatNotices(kind, misread(mistakeAt(axis)))) === undefined) unnoticed.push(axis);
      }
      expect(unnoticed).toEqual([]);
    });

    it('fails for commands other than zero', { timeout: 120_000 }, async () => {
      const unnoticed: string[] = [];
      for (const writer of wrongWriters) {
        const { open, changes } = tamperWith(0, writer);
        const notices = await findWhatNotices(kind, open);
        if (notices === undefined && changes() > 0) unnoticed.push(writer.title);
      }
      expect(unnoticed).toEqual([]);
    });
  },
);
