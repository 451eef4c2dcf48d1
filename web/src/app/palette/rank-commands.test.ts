import { describe, expect, it } from 'vitest';
import { rankCommands } from './rank-commands.ts';

const commands = ['Open Routines', 'Palletize routines', 'Routines', 'Runs', 'Überprüfung'].map((label) => ({ label }));
const rank = (text: string) => rankCommands(commands, text).map(({ label }) => label);

describe('rankCommands', () => {
  it('puts labels that begin with the text first, then labels with a word that does', () => {
    expect(rank('rou')).toEqual(['Routines', 'Open Routines', 'Palletize routines']);
    expect(rank('R')).toEqual(['Routines', 'Runs', 'Open Routines', 'Palletize routines', 'Überprüfung']);
  });

  it('matches words in any order and case', () => {
    expect(rank('routines PALL')).toEqual(['Palletize routines']);
    expect(rank('über')).toEqual(['Überprüfung']);
  });

  it('lists everything for an empty text, and at most 50', () => {
    expect(rank(' ')).toHaveLength(5);
    expect(
      rankCommands(
        Array.from({ length: 500 }, (_, at) => ({ label: `Routine ${at}` })),
        'routine',
      ),
    ).toHaveLength(50);
  });
});
