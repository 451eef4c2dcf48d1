import { routineSchema } from '@cellwright/domain/routine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeSteps } from '../document/edit-steps.ts';
import { groupComments, isOpen, type TimedComment } from './group-comments.ts';

const routine = routineSchema.parse({
  id: 'r',
  name: 'Test',
  steps: ['a', 'b', 'c'].map((id) => ({ id, stepKind: 'Wait' })),
  stepConfigurations: Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { stepKind: 'Wait', args: {} }])),
});

function comment(id: string, stepID: string, more: Partial<TimedComment> = {}): TimedComment {
  const author = { authorID: 'user_1', authorName: 'Ada' };
  return {
    id,
    routineID: 'r',
    stepID,
    text: id,
    isResolved: false,
    ...author,
    createdAt: `2026-01-0${id.at(-1)}`,
    ...more,
  };
}

describe('groupComments', () => {
  it('puts replies below their comment, oldest first', () => {
    const comments = [
      comment('c3', 'a', { threadID: 'c1' }),
      comment('c2', 'a', { threadID: 'c1' }),
      comment('c1', 'a'),
    ];
    const [thread] = groupComments(routine, comments).byStep.get('a') ?? [];
    expect(thread?.first.id).toBe('c1');
    expect(thread?.replies.map(({ id }) => id)).toEqual(['c2', 'c3']);
  });

  it('lists open threads in the order of the steps', () => {
    const comments = [comment('c1', 'c'), comment('c2', 'a'), comment('c3', 'b', { isResolved: true })];
    expect(groupComments(routine, comments).open.map(({ first }) => first.id)).toEqual(['c2', 'c1']);
  });

  it('leaves out comments of a removed step, and shows them again when the step is back', () => {
    const comments = [comment('c1', 'a'), comment('c2', 'b')];
    const without = removeSteps(routine, new Set(['a']));
    expect(groupComments(without ?? routine, comments).open.map(({ first }) => first.id)).toEqual(['c2']);
    expect(groupComments(routine, comments).open.map(({ first }) => first.id)).toEqual(['c1', 'c2']);
  });

  it('shows every comment of a present step exactly once', () => {
    const stepIDs = fc.constantFrom('a', 'b', 'c', 'gone');
    const firsts = fc.array(fc.record({ stepID: stepIDs, isResolved: fc.boolean(), replyCount: fc.nat(3) }), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(firsts, (threads) => {
        const comments = threads.flatMap(({ stepID, isResolved, replyCount }, index) => [
          comment(`c${index}`, stepID, { isResolved }),
          ...Array.from({ length: replyCount }, (_, reply) =>
            comment(`c${index}r${reply}`, stepID, { threadID: `c${index}` }),
          ),
        ]);
        const { byStep, open } = groupComments(routine, comments);
        const shown = [...byStep.values()].flat();
        const ids = shown.flatMap(({ first, replies }) => [first.id, ...replies.map(({ id }) => id)]);
        expect(ids.sort()).toEqual(
          comments
            .filter(({ stepID }) => stepID !== 'gone')
            .map(({ id }) => id)
            .sort(),
        );
        expect(new Set(open)).toEqual(new Set(shown.filter(isOpen)));
      }),
    );
  });
});
