import { describe, expect, it } from 'vitest';
import { allPorts, flangePins, ioPortShortName } from './io.ts';

describe('Short names of ports', () => {
  it('differ for all ports of a control box', () => {
    expect(new Set(allPorts.map(ioPortShortName)).size).toBe(allPorts.length);
  });

  it('name ports of the flange by their pin', () => {
    expect(ioPortShortName({ kind: 'FlangeInput', port: 1 })).toBe('PIN 4');
    expect(ioPortShortName({ kind: 'FlangeOutput', port: 2 })).toBe('PIN 6');
    expect(flangePins).toHaveLength(8);
  });
});
