import type { Texts } from '../en.ts';

/** Texts around the help articles and legal pages, in English. The articles are in web/help. */
export const helpEn = {
  title: 'Help',
  articles: {
    'getting-started': {
      title: 'Getting started',
      text: 'Sign in, take control, release the brakes, and read the status bar',
    },
    'teaching-a-position': {
      title: 'Teaching a position',
      text: 'Move the arm to a position and save it in a routine',
    },
    'your-first-routine': {
      title: 'Your first routine',
      text: 'Two positions and a wait: add steps, play them, and see what happened',
    },
    'stopping-and-recovering': {
      title: 'Stopping and recovering',
      text: 'Every way to stop the arm, and how to continue after a failure',
    },
    'building-routines': {
      title: 'Building routines',
      text: 'Steps and forms, items and variables, versions, comments and proposals',
    },
    'checking-a-routine': {
      title: 'Checking a routine',
      text: 'Problems, dry run, tests, breakpoints, and the check before start',
    },
    space: {
      title: 'Scene',
      text: 'Positions, grids and planes for all routines, and the objects that the arm avoids',
    },
    devices: {
      title: 'Devices and ports',
      text: 'Add a gripper or a machine, use ports, and choose a speed profile',
    },
    runs: {
      title: 'Runs',
      text: 'Results, trends, the timeline of a run and its replay',
    },
    users: {
      title: 'Users and tokens',
      text: 'Invite users, grant permissions, and sign in programs',
    },
    'control-panel': {
      title: 'Control panel',
      text: 'Feature flags, safety rules, cameras, external control, software and backups',
    },
  },
  all: 'All articles',
  search: 'Search help',
  results: 'Search results',
  nothingFound: 'No matching articles',
  found_one: '1 section',
  found_other: '{{count}} sections',
  close: 'Close help',
  thisScreen: 'Help for this screen',
  unknown: 'There is no article ‘{{name}}’',
  unknownHelp: 'Choose one from the list of all articles.',
  failed: 'The text could not be loaded',
  legal: 'Legal',
  privacy: 'Privacy',
  terms: 'Terms of use',
  toSignIn: 'Go to sign-in',
} as const;

export type HelpTexts = Texts<typeof helpEn>;
