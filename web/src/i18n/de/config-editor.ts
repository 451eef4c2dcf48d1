import type { ConfigEditorTexts } from '../en/config-editor.ts';

/** Texts of the editor of the robot's configuration, in German. */
export const configEditorDe: ConfigEditorTexts = {
  title: 'Konfiguration',
  help: 'Namen und Verwendung des Roboters dieser Zelle. Jede Änderung steht im Audit-Protokoll.',
  failed: 'Die Konfiguration konnte nicht geladen werden',
  saved: 'Konfiguration gespeichert',
  save: 'Konfiguration speichern',
  identity: 'Identität',
  alias: 'Name',
  aliasHelp: 'Sehen andere Systeme',
  robotId: 'Serienname',
  robotIdHelp: 'Lesen Programme',
  access: 'Zugang von außen',
  applicationUrl: 'Adresse der Anwendung',
  applicationUrlHelp: 'http:// oder https://',
  tunnelId: 'Tunnel-ID',
  use: 'Verwendung',
  mode: 'Betriebsart',
  modes: { live: 'Betrieb', assembly: 'Montage' },
  modeHelp: {
    live: 'Der Roboter kann bewegt werden, und Programme können sich verbinden.',
    assembly:
      'Für Arbeiten am Roboter: Niemand kann ihn bewegen, auch nicht simuliert, und Programme können sich nicht verbinden.',
  },
  tooLong: 'Höchstens {{maximum}} Zeichen',
  controlCharacters: 'Darf keine Steuerzeichen enthalten',
  notAddress: 'Geben Sie eine Adresse ein, die mit http:// oder https:// beginnt',
};
