import type { ExamplesTexts } from '../en/examples.ts';

export const examplesDe: ExamplesTexts = {
  title: 'Beispiele',
  tryOne: 'Beispiel ausprobieren',
  newHere: 'Neu an dieser Zelle?',
  newHereHelp:
    'Öffnen Sie ein Beispiel: Fehlende Geräte werden auf Simulatoren eingerichtet. Oder machen Sie den Rundgang: Greifer hinzufügen, zwei Positionen einlernen, dann einen Ablauf bauen, mit einem Probelauf prüfen und starten.',
  failed: 'Die Beispiele konnten nicht geladen werden',
  none: 'Keine Beispiele',
  noneHelp: 'Diese Installation hat keine Beispiele.',
  nothingFound: 'Kein Beispiel passt dazu',
  open: 'Öffnen',
  openNamed: '{{title}} öffnen',
  remove: 'Entfernen',
  removeNamed: '{{title}} entfernen',
  inCell: 'In dieser Zelle',
  setsUp: 'Wird eingerichtet: {{names}}',
  lacksTitle: 'Dieser Zelle fehlt',
  lacksHelp: 'Alles davon wird jetzt eingerichtet und lässt sich in einem Schritt wieder entfernen.',
  setUp: 'Einrichten und öffnen',
  back: 'Abbrechen',
  noAuthor: 'Dafür brauchen Sie die Berechtigung zum Programmieren.',
  notAllowed: 'Dafür brauchen Sie die Berechtigung, den Roboter zu bedienen.',
  pin: 'Funktionen werden mit der PIN der Systemsteuerung eingeschaltet.',
  things: {
    routines: 'Ablauf',
    equipment: 'Gerät, auf einem Simulator',
    globalVariables: 'Variable',
    globalSpace: 'Element',
    codeBlocks: 'Codeblock',
    featureFlags: 'Funktion',
    contactSurfaces: 'Simulierte Fläche',
    mountedTools: 'Werkzeug am Flansch',
    cameraCalibrations: 'Kalibrierung der Kamera',
    looseParts: 'Lose, für simulierte Kameras',
  },
  removed_one: '1 Element wurde entfernt.',
  removed_other: '{{count}} Elemente wurden entfernt.',
  keptTitle: 'Behalten',
  kept: {
    changed: 'seither geändert',
    used: 'wird verwendet von {{names}}',
    notAllowed: 'braucht die PIN der Systemsteuerung oder eine andere Berechtigung',
  },
};

/** Titles of the examples, by name. */
export const exampleTitlesDe: Readonly<Record<string, string>> = {
  'counted-in-code': 'Gezählt im Code',
  'inspection-tour': 'Prüfrundgang',
  'inspection-with-branches': 'Prüfung mit Verzweigungen',
  'lathe-tending': 'Drehmaschine bedienen',
  'machine-feeding': 'Maschine beladen',
  'orders-over-http': 'Aufträge über HTTP',
  palletizing: 'Palettieren',
  'panel-assembly': 'Platten montieren',
  'pick-and-place': 'Greifen und ablegen',
  pressing: 'Einpressen',
  'rim-polishing': 'Rand polieren',
  'signal-tower': 'Signalsäule',
  'sorting-by-sight': 'Sortieren mit Kamera',
  'welded-t-joint': 'T-Stoß schweißen',
};

/** Descriptions of the examples, by name. */
export const exampleTextsDe: Readonly<Record<string, string>> = {
  'counted-in-code':
    'Führt einen Codeblock aus, der fünf Teile in Zweierpackungen zählt, jede volle Packung meldet und sagt, wie viele übrig blieben.',
  'inspection-tour':
    'Ein verschliffener Rundgang um ein Teil: Gelenkbewegungen und Geraden, Halte mit Blitz und zurück in die sichere Grundstellung.',
  'inspection-with-branches':
    'Prüft Teile, sortiert sie nach zwei Sensoren, fragt zuerst nach der Charge und hält an, wenn der Zuführer zu oft leer bleibt.',
  'lathe-tending':
    'Bedient eine Drehmaschine mit automatischer Tür und Spannfutter: tauscht das Teil hinter der offenen Tür und startet Programm 100, während der Roboter die Maschine verlassen hat.',
  'machine-feeding':
    'Fragt, welches Teil eingelegt ist, warnt im Hintergrund mit einer Lampe, während der Arm losfährt, und belädt die Maschine zweimal.',
  'orders-over-http':
    'Fragt einen Server nach dem nächsten Auftrag, fertigt so viele Teile wie verlangt und meldet jedes über HTTP. Der simulierte Roboter antwortet selbst; ein echter fragt den Server.',
  palletizing:
    'Stapelt 60 Kartons im Verband auf eine Palette und 48 Dosen in Säulen auf eine andere und baut alles wieder ab. Kartons, die stehen, sind dem Arm im Weg.',
  'panel-assembly':
    'Legt mit einem Vakuumgreifer zwei Platten auf einen Rahmen und verschraubt sie; eine zu schwache Schraube beendet den Ablauf.',
  'pick-and-place': 'Nimmt Teile aus einer Vorrichtung und legt sie Platz für Platz auf ein Tablett.',
  pressing: 'Drückt einen Startknopf, presst dann ein Teil in seinen Sitz, bis es gegenhält, und meldet es der Linie.',
  'rim-polishing':
    'Zweimal um den Rand eines Teils, auf Kreisbögen mit gleichmäßiger Geschwindigkeit, das zweite Mal tiefer, und in einer Bewegung weg.',
  'signal-tower':
    'Zählt drei Zyklen auf einer Signalsäule: Ausgänge, ein Impuls, eine Variable und Warten auf Zeit und Bedingung.',
  'sorting-by-sight':
    'Eine Kamera am Handgelenk findet 20 flache Teile in beliebiger Lage. Der Vakuumgreifer legt lange Stäbe auf das eine Tablett und breite Platten auf das andere.',
  'welded-t-joint':
    'Schweißt einen T-Stoß: eine gependelte Naht an einer Kante, eine Steppnaht an der anderen. Zwischen den Stücken ist der Lichtbogen aus.',
};

/** Name of all loose parts that an example sets up. */
export const exampleLoosePartsDe = 'Teile';

/** Names of the simulated surfaces that examples set up. */
export const exampleSurfacesDe: Readonly<Record<string, string>> = { button: 'Knopf', seat: 'Sitz' };
