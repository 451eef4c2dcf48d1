import type { KindPackagesTexts } from '../en/kind-packages.ts';

/** Texts of the screen of packages of kinds, in German. */
export const kindPackagesDe: KindPackagesTexts = {
  title: 'Pakete',
  help: 'Ein Administrator dieses Rechners installiert ein Paket, indem er dessen Ordner in den Ordner kinds der Zelle kopiert und die Zelle neu startet.',
  failed: 'Die Pakete konnten nicht geladen werden',
  installed: 'Installierte Pakete',
  none: 'Keine Pakete',
  folder: 'Ordner {{folder}}',
  restarts_one: 'Einmal neu gestartet',
  restarts_other: '{{count}}-mal neu gestartet',
  states: { starting: 'Startet', ready: 'Bereit', failed: 'Fehlgeschlagen' },
};
