import { describe, expect, it } from 'vitest';
import { newStepCommentSchema } from './step-comment.ts';

const about = { routineID: 'routine_1', stepID: 'step_1' };
const read = (sent: object) => newStepCommentSchema.safeParse({ ...about, ...sent });

describe('A comment', () => {
  it('has any visible text, trimmed', () => {
    expect(read({ text: ' Why 3 N?\n👩‍🔧 ' })).toMatchObject({ success: true, data: { text: 'Why 3 N?\n👩‍🔧' } });
  });

  it.each(['', '  \n', '\u200b', '\u2060 \ufeff', '\u202e'])(
    'counts as empty if nothing of it is visible: %j',
    (text) => {
      expect(read({ text }).error?.issues[0]?.message).toBe('Write a comment');
    },
  );

  it.each(['a\0b', 'half \ud83d', 'x'.repeat(4001)])('fails if it cannot be stored', (text) => {
    expect(read({ text }).success).toBe(false);
  });

  it('has no other field', () => {
    expect(read({ text: 'x', authorName: 'Someone else' }).success).toBe(false);
  });
});
