import type { HelpTexts } from '../en/help.ts';

/** Texts around the help articles and legal pages, in German. The articles are in web/help. */
export const helpDe: HelpTexts = {
  title: 'Hilfe',
  articles: {
    'getting-started': {
      title: 'Erste Schritte',
      text: 'Anmelden, Steuerung nehmen, Bremsen lösen, und was die Leiste oben sagt',
    },
    'teaching-a-position': {
      title: 'Eine Position einlernen',
      text: 'Den Arm dorthin bewegen, wo er gebraucht wird, und die Stelle in einem Ablauf speichern',
    },
    'your-first-routine': {
      title: 'Ihr erster Ablauf',
      text: 'Zwei Positionen und eine Wartezeit: Schritte einfügen, starten und sehen, was geschah',
    },
    'stopping-and-recovering': {
      title: 'Anhalten und weitermachen',
      text: 'Jede Art, den Arm anzuhalten, und wie es nach einer Störung weitergeht',
    },
  },
  all: 'Alle Artikel',
  unknown: 'Es gibt keinen Artikel ‚{{name}}‘',
  unknownHelp: 'Wählen Sie einen aus der Liste aller Artikel.',
  failed: 'Der Text konnte nicht geladen werden',
  legal: 'Rechtliches',
  privacy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
  toSignIn: 'Zur Anmeldung',
};
