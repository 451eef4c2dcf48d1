import type { readiness as english } from '../en/readiness.ts';

export const readiness: typeof english = {
  title: 'Bereitschaft',
  help: 'Prüft die Verbindung und die Einrichtung der Maschine. Nichts bewegt sich oder startet.',
  check: 'Maschine prüfen',
  checks: {
    connection: 'Verbindung',
    control: 'Steuerung',
    variables: 'Anforderungsvariablen',
    program: 'Gewähltes Programm',
    door: 'Türsensoren',
    cycleStart: 'Zyklus-Start',
  },
  results: { ok: 'In Ordnung', failed: 'Problem', unknown: 'Nicht geprüft', notUsed: 'Nicht vorhanden' },
};
