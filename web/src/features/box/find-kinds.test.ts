import { equipmentKinds } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import { findKinds } from './find-kinds.ts';

const find = (text: string) => findKinds(text, (_kind, _part, english) => english).flatMap(({ kinds }) => kinds);

describe('findKinds', () => {
  it('returns every kind in one group without a search', () => {
    expect(find('').sort()).toEqual([...equipmentKinds].sort());
  });

  it('finds kinds by maker, name and purpose', () => {
    expect(find('schunk')).toEqual(['SchunkEGx']);
    expect(find('ONROBOT three')).toEqual(['OnRobot3FG15']);
    expect(find('lifting column')).toEqual(['Lift']);
  });

  it('finds kinds by translated words', () => {
    const german = (_kind: string, _part: string, english: string) =>
      english === 'Vertical lift' ? 'Hubsäule' : english;
    expect(findKinds('hubsäule', german)).toEqual([{ group: 'axis', kinds: ['Lift'] }]);
  });

  it('leaves out groups without a match', () => {
    expect(findKinds('no such thing', (_kind, _part, english) => english)).toEqual([]);
  });
});
