import type { EntranceTexts } from '../en/entrance.ts';

export const entranceDe: EntranceTexts = {
  title: 'An dieser Zelle anmelden',
  username: 'Benutzername',
  password: 'Passwort',
  useToken: 'Mit einem Token anmelden',
  usePassword: 'Mit einem Passwort anmelden',
  setUpTitle: 'Zugang einrichten',
  setUpHelp:
    'Der geöffnete Link gilt einmal. Eine Einladung behält ihren Namen und Benutzernamen, wenn Sie die Felder leer lassen.',
  welcome: 'Willkommen, {{name}}',
  welcomeHelp: 'Wählen Sie ein Passwort, um Ihren Zugang einzurichten. Dieser Link gilt einmal.',
  setUp: 'Einrichten und anmelden',
  name: 'Ihr Name',
  newPassword: 'Neues Passwort',
  token: 'Token',
  help: 'Ein Token wird am Rechner der Zelle erzeugt: npm run -s token -- --name NAME',
  submit: 'Anmelden',
  refused: 'Dieses Token gilt nicht. Kopieren Sie es ganz, oder erzeugen Sie ein neues.',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
  connecting: 'Verbindung zur Zelle wird aufgebaut…',
  away: 'Die Zelle antwortet nicht',
  awayHelp: 'Sie sind nicht abgemeldet. Diese Seite macht von selbst weiter, sobald die Zelle antwortet.',
  kept: 'Ihre nicht gespeicherten Änderungen bleiben in diesem Tab erhalten: {{list}}. Melden Sie sich als derselbe Benutzer wieder an, um fortzufahren.',
  active: 'Ein Roboter dieser Zelle bewegt sich ({{robots}}). STOPP wirkt hier weiterhin.',
};
