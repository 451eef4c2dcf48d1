import { routineSchema, stepKinds } from '@cellwright/domain/routine';
import { listFieldPaths } from '@cellwright/fields';
import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

const routine = routineSchema.parse({
  id: 'routine_box',
  name: 'Box line',
  description: 'Fills a box ($1)',
  steps: [
    {
      ...{ id: 'box', stepKind: 'Loop', description: 'For each box' },
      steps: [{ id: 'ask', stepKind: 'WaitForConfirmation', description: 'Ask' }],
    },
    { id: 'wait', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    box: { stepKind: 'Loop', args: { times: 3 } },
    ask: { stepKind: 'WaitForConfirmation', args: { message: 'Is the box full?', choices: ['box', 'no'] } },
    wait: { stepKind: 'Wait', args: { milliseconds: 10 } },
  },
});

describe('replaceText', () => {
  it('changes notes and messages, and no id, choice or case', () => {
    const { routine: next, changes } = replaceText(routine, 'box', 'crate');
    expect(changes).toEqual([
      { place: 'description', before: 'Fills a box ($1)', after: 'Fills a crate ($1)' },
      { place: 'stepDescription', stepPath: '1', before: 'For each box', after: 'For each crate' },
      { place: 'stepMessage', stepPath: '1.1', before: 'Is the box full?', after: 'Is the crate full?' },
    ]);
    expect(next).toMatchObject({ id: 'routine_box', name: 'Box line', steps: [{ id: 'box' }, { id: 'wait' }] });
    expect(next.stepConfigurations.ask?.args).toEqual({ message: 'Is the crate full?', choices: ['box', 'no'] });
    expect(routineSchema.parse(next)).toEqual(next);
  });

  it('restores the routine by the opposite replacement', () => {
    const there = replaceText(routine, 'box', 'crate').routine;
    expect(replaceText(there, 'crate', 'box').routine).toEqual(routine);
  });

  it('inserts the replacement literally', () => {
    expect(replaceText(routine, 'Box', '$& $1').routine.name).toBe('$& $1 line');
  });

  it('returns the same routine if the text does not occur, or is empty', () => {
    expect(replaceText(routine, 'pallet', 'x')).toEqual({ routine, changes: [] });
    expect(replaceText(routine, '', 'x').routine).toBe(routine);
  });

  it('covers every message to people that steps have', () => {
    const messages = stepKinds.flatMap((kind) =>
      listFieldPaths(findStepContract(kind)?.args ?? routineSchema)
        .filter(({ name, shape }) => name === 'message' && shape === 'text')
        .map(({ path }) => `${kind} ${path}`),
    );
    expect(messages.sort()).toEqual(['TriggerFault message', 'WaitForConfirmation message']);
  });
});
