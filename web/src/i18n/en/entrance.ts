import type { Texts } from '../en.ts';

/** Texts of signing in and setting up. */
export const entranceEn = {
  title: 'Sign in to this cell',
  username: 'Username',
  password: 'Password',
  useToken: 'Sign in with a token',
  usePassword: 'Sign in with a password',
  setUpTitle: 'Set up your access',
  setUpHelp: 'This link works once. Leave name and username empty to keep those of the invitation.',
  welcome: 'Welcome, {{name}}',
  welcomeHelp: 'Choose a password to set up your access. This link works once.',
  setUp: 'Set up and sign in',
  name: 'Your name',
  newPassword: 'New password',
  token: 'Token',
  help: 'Create a token on the cell computer: npm run -s token -- --name NAME',
  submit: 'Sign in',
  refused: 'This token is not valid. Copy the whole token, or create a new one.',
  ended: 'Your session has ended. Sign in again.',
  connecting: 'Connecting to the cell…',
  away: 'The cell does not answer',
  awayHelp: 'You are not signed out. This page continues by itself as soon as the cell answers.',
  kept: 'Your unsaved changes are kept in this tab: {{list}}. Sign in again as the same user to continue.',
  active: 'A robot of this cell is moving ({{robots}}). STOP still works here.',
  byProvider: 'Sign in with {{name}}',
  signingIn: 'Signing in',
  notSignedIn: 'You are not signed in',
  backToSignIn: 'Back to sign-in',
} as const;

export type EntranceTexts = Texts<typeof entranceEn>;
