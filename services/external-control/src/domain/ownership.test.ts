import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { Ownership } from './ownership.ts';

describe('Ownership', () => {
  it('belongs to one protocol until that releases it', () => {
    const ownership = new Ownership(new VirtualClock());
    expect(ownership.take('modbus', '10.0.0.9')).toBe(true);
    expect(ownership.owner).toMatchObject({ protocol: 'modbus', peer: '10.0.0.9' });
    expect([ownership.isTakenFrom('etherNetIP'), ownership.isTakenFrom('modbus')]).toEqual([true, false]);
    expect(ownership.take('etherNetIP', '10.0.0.8')).toBe(false);
    ownership.release('etherNetIP');
    expect(ownership.owner).toMatchObject({ protocol: 'modbus' });
    ownership.release('modbus');
    expect([ownership.owner, ownership.take('etherNetIP', '10.0.0.8')]).toEqual([null, true]);
  });
});
