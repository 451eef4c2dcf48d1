import { defineMessages } from '../basics/message-sources.ts';

/** Messages about signing in and permissions. */
export const accessMessages = defineMessages('access', {
  wrongUsernameOrPassword: 'Wrong username or password',
  wrongPassword: 'Wrong password',
  wrongPIN: 'Wrong PIN',
  signInFirst: 'Sign in first',
  linkUsed: 'This link was already used. Ask for a new link',
  linkExpired: 'This link is no longer valid. Ask for a new link',
  noSingleSignOn: 'This cell has no single sign-on. Sign in with a username and password',
  needsHTTPS: 'Single sign-on requires HTTPS. Open this page over HTTPS',
  attemptExpired: 'This sign-in has expired. Start again',
  providerAway: (name: string) => `${name} does not answer. Sign in with a username and password, or try again`,
  notConfirmed: (name: string) => `${name} has not confirmed this sign-in. Start again`,
  noRole: (name: string) => `Your account at ${name} has no role for this cell. Ask the administrator of ${name}`,
  isDisabled: 'Your access to this cell is disabled. Ask a user who manages users',
  permissionsAreManaged: (name: string, provider: string) =>
    `The permissions of ${name} come from ${provider}. Change the roles there`,
  hasNoPassword: (name: string, provider: string) => `${name} signs in with ${provider} and has no password here`,
  needsNewSession: 'Sign out, sign in again and set the PIN within ten minutes',
});
