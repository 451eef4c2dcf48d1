import { routineSchema, type Step } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { findSteps, nextMatch } from './find-steps.ts';

const wait = (id: string): Step => ({ id, stepKind: 'Wait', isDisabled: false });
const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Tend',
  steps: [
    { id: 'loop', stepKind: 'Loop', steps: [wait('soak'), wait('cool')] },
    { id: 'move', stepKind: 'MoveArmTo' },
  ],
});
const sentences: Record<string, string> = {
  loop: 'Repeat 3 times',
  soak: 'Wait 10 s for the glue',
  cool: 'Wait 20 s',
  move: 'Move to Tray Über',
};
const find = (text: string) => findSteps(routine, text, ({ id }) => sentences[id] ?? '');

describe('findSteps', () => {
  it('finds steps by words of their sentence, in any case and order', () => {
    expect(find('WAIT')).toEqual(['soak', 'cool']);
    expect(find('glue wait')).toEqual(['soak']);
    expect(find('über tray')).toEqual(['move']);
  });

  it('finds steps by their number and by their kind', () => {
    expect(find('1.2')).toEqual(['cool']);
    expect(find('movearm')).toEqual(['move']);
  });

  it('finds nothing for an empty text, or for words that no step has', () => {
    expect(find('  ')).toEqual([]);
    expect(find('weld')).toEqual([]);
  });
});

describe('nextMatch', () => {
  const found = ['a', 'b', 'c'];

  it('wraps around, and starts at the nearer end if the selected step does not match', () => {
    expect(nextMatch(found, 'c', 1)).toBe('a');
    expect(nextMatch(found, 'a', -1)).toBe('c');
    expect(nextMatch(found, undefined, 1)).toBe('a');
    expect(nextMatch(found, 'other', -1)).toBe('c');
    expect(nextMatch([], 'a', 1)).toBeUndefined();
  });
});
