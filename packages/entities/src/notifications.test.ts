import { describe, expect, it } from 'vitest';
import { anyEntity } from './entities.ts';
import { looksAlike, redact } from './framework/access.ts';

const entity = anyEntity('notifications');
const subject = (subjectID: string) => ({ subjectID, name: subjectID, permissions: [] });

describe('notifications', () => {
  const stored = { id: 'notification_1', kind: 'toast', status: { ada: 'viewed', bob: 'archived' } };

  it('show each subject only its own status', () => {
    expect(looksAlike(entity)).toBe(false);
    expect(redact(entity, stored, subject('ada')).status).toEqual({ ada: 'viewed' });
    expect(redact(entity, stored, subject('eve')).status).toEqual({});
    expect(redact(entity, stored, subject('__proto__')).status).toEqual({});
  });

  it('can be created by clients as toasts only', () => {
    expect(entity.create.safeParse({ kind: 'toast', failureReason: 'No connection' }).success).toBe(true);
    const other = entity.create.safeParse({ kind: 'robotFailure' });
    expect(other.error?.issues[0]?.message).toContain('kind toast');
  });
});
