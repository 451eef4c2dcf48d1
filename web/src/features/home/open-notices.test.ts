import { describe, expect, it } from 'vitest';
import { isOpenNotice } from './open-notices.ts';

describe('a notice', () => {
  it('is shown until it is put away', () => {
    expect(isOpenNotice({ kind: 'robotFailure', status: {} })).toBe(true);
    expect(isOpenNotice({ kind: 'externalControl', status: { ada: 'viewed' } })).toBe(true);
    expect(isOpenNotice({ kind: 'robotFailure', status: { ada: 'dismissed' } })).toBe(false);
    expect(isOpenNotice({ kind: 'waitForConfirmation', status: { ada: 'archived' } })).toBe(false);
  });

  it('that a screen showed as a toast already is not shown again', () => {
    expect(isOpenNotice({ kind: 'toast', status: {} })).toBe(false);
  });
});
