import { describe, expect, it } from 'vitest';
import { runnerRequestSchema } from './runner-messages.ts';

describe('runnerRequestSchema', () => {
  it.each(['a\0b', 'line\nbreak', 'half \ud83d'])(
    'refuses the id and the kind %j, which the audit log names',
    (text) => {
      expect(runnerRequestSchema.safeParse({ id: text, kind: 'jog' }).success).toBe(false);
      expect(runnerRequestSchema.safeParse({ id: '1', kind: text }).success).toBe(false);
      expect(runnerRequestSchema.safeParse({ id: '1', kind: 'jog' }).success).toBe(true);
    },
  );
});
