import { changePassword, changePin, createResetLink, createToken, getMe, inviteUser } from '@cellwright/calls';
import { describe, expect, it } from 'vitest';
import { createHttp } from '../http.ts';
import { createCellClient } from './cell-client.ts';

const stamps = {
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedByID: 'user_1',
  updatedByName: 'Ada',
};
const user = { id: 'user_1', name: 'Ada', username: 'ada' };

/** Returns a cell that gives every request the same answer and records it. */
function cellThatAnswers(answer: unknown) {
  const sent: { readonly call: string; readonly body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ call: `${init?.method} ${String(input)}`, body });
    return Response.json(answer);
  };
  return { cell: createCellClient(createHttp({ url: '', fetch })), sent };
}

describe('createPeopleClients', () => {
  it('finds users without the fields hidden from the caller', async () => {
    const { cell, sent } = cellThatAnswers({ items: [{ ...user, ...stamps }], pagination: { total: 1 } });
    expect((await cell.users.find()).items[0]).toMatchObject({ distanceUnit: 'meter', version: 1 });
    expect(sent[0]?.call).toBe('GET /api/v1/cell/users');
  });

  it('finds users of whom only the name is visible', async () => {
    const item = { id: 'user_2', name: 'Bob', ...stamps };
    const { cell } = cellThatAnswers({ items: [item], pagination: { total: 1 } });
    expect((await cell.users.find()).items[0]).toMatchObject({ name: 'Bob', username: '' });
  });

  it('invites a user and creates a link for a new password', async () => {
    const { cell, sent } = cellThatAnswers({ link: '/setup#cwl_1', user });
    expect((await cell.call(inviteUser, { name: 'Ada', username: 'ada' })).link).toBe('/setup#cwl_1');
    expect((await cell.call(createResetLink, { id: 'user_1' })).link).toBe('/setup#cwl_1');
    expect(sent).toEqual([
      { call: 'POST /api/v1/cell/users/invite', body: { name: 'Ada', username: 'ada' } },
      { call: 'POST /api/v1/cell/users/user_1/reset-link', body: undefined },
    ]);
  });

  it('returns who is signed in: a user, or a token without a user', async () => {
    const subject = { id: 'user_1', name: 'Ada', permissions: ['account'] };
    const asUser = cellThatAnswers({ subject, user: { ...user, ...stamps } });
    expect((await asUser.cell.call(getMe, {})).user?.username).toBe('ada');
    expect((await cellThatAnswers({ subject, user: null }).cell.call(getMe, {})).user).toBeNull();
  });

  it('changes the own password and PIN', async () => {
    const { cell, sent } = cellThatAnswers({});
    const passwords = { currentPassword: 'old one', newPassword: 'new one' };
    await cell.call(changePassword, passwords);
    await cell.call(changePassword, { ...passwords, endTokens: true });
    await cell.call(changePin, { password: 'new one', pin: '4711' });
    expect(sent).toEqual([
      {
        call: 'POST /api/v1/cell/me/password',
        body: { currentPassword: 'old one', newPassword: 'new one' },
      },
      {
        call: 'POST /api/v1/cell/me/password',
        body: { currentPassword: 'old one', newPassword: 'new one', endTokens: true },
      },
      { call: 'POST /api/v1/cell/me/pin', body: { password: 'new one', pin: '4711' } },
    ]);
  });

  it('creates a token whose secret is in the answer', async () => {
    const token = { id: 'token_1', name: 'CI', permissions: [], expiresAt: null, createdByID: 'user_1', ...stamps };
    const { cell, sent } = cellThatAnswers({ token: { ...token, createdByName: 'Ada' }, secret: 'cw_1' });
    const wanted = { name: 'CI', expiresInDays: 0, permissions: [] };
    expect(await cell.call(createToken, wanted)).toMatchObject({
      secret: 'cw_1',
      token: { name: 'CI', lastUsedAt: null },
    });
    expect(sent).toEqual([{ call: 'POST /api/v1/cell/tokens', body: wanted }]);
  });
});
