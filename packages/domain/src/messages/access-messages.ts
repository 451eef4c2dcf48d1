import { defineMessages } from '../basics/message-sources.ts';

/** Messages about signing in and permissions. */
export const accessMessages = defineMessages('access', {
  wrongUsernameOrPassword: 'Wrong username or password',
  wrongPassword: 'Wrong password',
  wrongPIN: 'Wrong PIN',
  signInFirst: 'Sign in first',
  linkUsed: 'This link was already used. Ask for a new link',
  linkExpired: 'This link is no longer valid. Ask for a new link',
});
