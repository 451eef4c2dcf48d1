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
  },
  all: 'All articles',
  unknown: 'There is no article ‘{{name}}’',
  unknownHelp: 'Choose one from the list of all articles.',
  failed: 'The text could not be loaded',
  legal: 'Legal',
  privacy: 'Privacy',
  terms: 'Terms of use',
  toSignIn: 'Go to sign-in',
} as const;

export type HelpTexts = Texts<typeof helpEn>;
