import type { LineCommandBit } from '@cellwright/domain/robot';
import { lineCommandBits } from '@cellwright/domain/robot';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { LineCommands } from './line-commands.ts';

let commands: LineCommands;
beforeEach(() => {
  commands = new LineCommands();
});

const bit = (name: LineCommandBit) => 2 ** lineCommandBits.indexOf(name);
const read = (
  names: readonly LineCommandBit[],
  parts: { isRun?: boolean; isFirst?: boolean; isExplicit?: boolean } = {},
) => {
  const data = new Uint8Array(32);
  data[0] = names.reduce((sum, name) => sum + bit(name), 0);
  return commands.read({ data, isRun: true, isFirst: false, isExplicit: false, ...parts });
};

describe('LineCommands', () => {
  it('reads a command when its bit rises, once', () => {
    read([], { isFirst: true });
    expect(read(['Play'])).toEqual(['Play']);
    expect(read(['Play'])).toEqual([]);
    expect(read([])).toEqual([]);
    expect(read(['Play', 'Acknowledge'])).toEqual(['Play', 'Acknowledge']);
  });

  it('ignores a Play that is set when the line connects, but not a Stop or a Pause', () => {
    expect(read(['Play', 'Resume', 'Reset'], { isFirst: true })).toEqual([]);
    expect(read(['Pause'], { isFirst: true })).toEqual(['Pause']);
    expect(read(['Stop', 'Play'], { isFirst: true })).toEqual(['Stop']);
  });

  it('ignores all commands of an idle line, and a Play that is still set when it runs', () => {
    read([], { isFirst: true });
    expect(read(['Play', 'Stop'], { isRun: false })).toEqual([]);
    expect(read(['Play'])).toEqual([]);
    read([]);
    expect(read(['Play'])).toEqual(['Play']);
  });

  it('reads every bit of a message without a connection', () => {
    expect(read(['Play'], { isExplicit: true })).toEqual(['Play']);
    expect(read(['Play'], { isExplicit: true })).toEqual(['Play']);
  });

  it('never starts anything while Stop is set, whatever comes before', () => {
    const bits = fc.subarray([...lineCommandBits]);
    const parts = fc.record({ isRun: fc.boolean(), isFirst: fc.boolean(), isExplicit: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.tuple(bits, parts)), (sent) => {
        commands = new LineCommands();
        for (const [names, image] of sent) {
          const found = read(names, image);
          if (names.includes('Stop')) expect(found.filter((name) => name !== 'Stop')).toEqual([]);
          if (!image.isRun) expect(found).toEqual([]);
        }
      }),
    );
  });
});
