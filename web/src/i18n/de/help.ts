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
    'building-routines': {
      title: 'Abläufe bauen',
      text: 'Schritte und Formulare, Daten und Variablen, Versionen, Kommentare und Vorschläge',
    },
    'checking-a-routine': {
      title: 'Einen Ablauf prüfen',
      text: 'Probleme, Probelauf, Tests, Haltepunkte und die Prüfung vor dem Lauf',
    },
    space: {
      title: 'Raum',
      text: 'Positionen, Raster und Ebenen für alle Abläufe, und die Objekte, von denen der Arm wegbleibt',
    },
    devices: {
      title: 'Geräte und Ports',
      text: 'Einen Greifer oder eine Maschine hinzufügen, Ports benutzen, ein Tempoprofil wählen',
    },
    runs: {
      title: 'Läufe',
      text: 'Ergebnisse, Verlauf, der Verlauf eines Laufs und seine Wiedergabe',
    },
    users: {
      title: 'Benutzer und Token',
      text: 'Benutzer einladen, Berechtigungen vergeben, Programme anmelden',
    },
    'control-panel': {
      title: 'Service',
      text: 'Funktionsschalter, Sicherheitsregeln, Kameras, externe Steuerung, Software und Sicherungen',
    },
  },
  all: 'Alle Artikel',
  search: 'Hilfe durchsuchen',
  results: 'Treffer',
  nothingFound: 'Kein Artikel passt dazu',
  found_one: '1 Abschnitt',
  found_other: '{{count}} Abschnitte',
  close: 'Hilfe schließen',
  thisScreen: 'Hilfe zu dieser Seite',
  unknown: 'Es gibt keinen Artikel ‚{{name}}‘',
  unknownHelp: 'Wählen Sie einen aus der Liste aller Artikel.',
  failed: 'Der Text konnte nicht geladen werden',
  legal: 'Rechtliches',
  privacy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
  toSignIn: 'Zur Anmeldung',
};
