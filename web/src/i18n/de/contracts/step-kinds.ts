import type { KindTexts } from './texts.ts';

/** Names and descriptions of step kinds. */
export const deStepKinds: Readonly<Record<string, KindTexts>> = {
  ActuateGripper: {
    label: 'Greifer betätigen',
    description:
      'Öffnet oder schließt den Greifer. Solange er beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  },
  ActuateScrewdriver: {
    label: 'Schrauber betätigen',
    description:
      'Zieht eine Schraube an, löst sie, nimmt eine auf oder fährt den Schaft. Solange der Schrauber beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  },
  ActuateVacuum: {
    label: 'Vakuum betätigen',
    description:
      'Greift mit den Saugern eines Vakuumgreifers oder lässt los. Solange er beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  },
  AddOffset: {
    label: 'Versatz addieren',
    description:
      'Verschiebt jedes Ziel der Bewegungen darin. Ineinander liegende Versätze addieren sich. Ausdrücke werden ausgewertet, wenn der Schritt beginnt.',
  },
  AnticipatePayload: {
    label: 'Traglast ankündigen',
    description:
      'Teilt dem Arm die Masse mit, die sein Werkzeug ab jetzt hält. Das Werkzeug selbst ist über sein Gerät schon mitgezählt.',
  },
  CNCMonitorMachine: {
    label: 'Maschine überwachen',
    description:
      'Wartet, bis eine Werkzeugmaschine bereit ist oder läuft. Schlägt fehl, wenn die Maschine eine Störung meldet.',
  },
  CNCOperateAutodoor: {
    label: 'Automatische Tür bedienen',
    description: 'Öffnet oder schließt die automatische Tür einer Werkzeugmaschine und wartet auf ihren Sensor.',
  },
  CNCOperateWorkholding: {
    label: 'Spannmittel bedienen',
    description:
      'Spannt oder entspannt ein Futter oder einen Schraubstock einer Werkzeugmaschine und wartet auf den Sensor.',
  },
  CNCRunProgram: {
    label: 'Programm ausführen',
    description:
      'Startet ein Programm einer Werkzeugmaschine und wartet auf sein Ende. Nach einem Absturz geht es mit dem laufenden oder gelaufenen Programm weiter und startet es nicht noch einmal.',
  },
  Classify: {
    label: 'Einordnen',
    description:
      'Stellt fest, zu welcher von mehreren Klassen der Gegenstand im Bild einer Kamera gehört, anhand gespeicherter Bilder jeder Klasse.',
  },
  CodeBlock: {
    label: 'Code-Block',
    description:
      'Führt JavaScript der Zelle in einem eigenen Prozess aus und wartet, bis es endet. Anhalten geht nicht: Der Schritt schlägt dann fehl.',
  },
  HaasControlRegion: {
    label: 'Maschinenbereich',
    description:
      'Meldet einer Werkzeugmaschine, dass der Roboter außerhalb ist, solange die Schritte darin laufen, und nimmt das in jedem Fall zurück.',
  },
  HaasRunProgram: {
    label: 'Haas-Programm ausführen',
    description:
      'Startet ein Programm einer Haas-Maschine über seinen Dateinamen und wartet auf sein Ende. Für Routinen, die älter als „Programm ausführen“ sind.',
  },
  If: {
    label: 'Wenn',
    description:
      'Führt die Schritte darin aus, wenn eine Bedingung gilt. Wenn-Schritte direkt danach, mit den Zweigen „Sonst wenn“ und „Sonst“, werden andernfalls ausgeführt.',
  },
  Locate: {
    label: 'Finden',
    description:
      'Findet Gegenstände im Bild einer kalibrierten Kamera und füllt damit eine Positionsliste, die besten zuerst. Der Arm steht dabei still.',
  },
  Loop: {
    label: 'Schleife',
    description: 'Wiederholt die Schritte darin: eine Anzahl von Malen, solange eine Bedingung gilt, oder endlos.',
  },
  LoopControl: {
    label: 'Schleife steuern',
    description: 'Beendet die nächste Schleife darum oder lässt den Rest ihrer Runde aus.',
  },
  Arc: {
    label: 'Bogen',
    description:
      'Fährt auf einem Kreis, vom Ende des Schritts davor über einen Punkt zu einem anderen, mit konstanter Geschwindigkeit des Werkzeugs.',
  },
  MoveArmTo: {
    label: 'Arm bewegen zu',
    description: 'Bewegt den Arm zu einer Position und von dort auf den Bögen darin weiter.',
  },
  MoveArmToV2: {
    label: 'Arm bewegen',
    description:
      'Bewegt den Arm in einer Bewegung durch die Wegpunkte darin, wo gewünscht mit Überschleifen. Ausgänge und Variablen zwischen Wegpunkten werden im Stillstand gesetzt.',
  },
  MoveVerticalLift: {
    label: 'Hubsäule fahren',
    description:
      'Fährt die Hubsäule, auf der der Arm steht, auf eine Höhe. Der Arm steht währenddessen still; Bewegungen danach werden von dort geplant.',
  },
  NetworkRequest: {
    label: 'Netzwerkanfrage',
    description:
      'Liest oder schreibt Register eines Geräts über Modbus TCP oder sendet eine Anfrage über HTTP. Nichts wird zweimal gesendet, außer der Schritt erlaubt es.',
  },
  OperateEquipment: {
    label: 'Gerät bedienen',
    description:
      'Führt eine Aktion eines eigenen Geräts aus und wartet, bis sie fertig ist. Solange das Gerät beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  },
  PressButton: {
    label: 'Taster drücken',
    description:
      'Fährt vor einen Taster, drückt ihn bis zu einer Tiefe oder bis das Werkzeug mit einer Kraft drückt, hält ihn und fährt zurück.',
  },
  PushMode: {
    label: 'Andrücken',
    description:
      'Lässt die Bewegungen darin andrücken, worauf sie treffen: langsam, und jede nur, bis das Werkzeug mit der Kraft drückt. Eine Bewegung, die auf nichts trifft, geht bis zu ihrem Ziel. Ein eingeschalteter Kraftsensor misst die Kraft, sonst schätzt sie der Arm.',
  },
  RunInBackground: {
    label: 'Im Hintergrund ausführen',
    description:
      'Führt die Schritte darin neben den folgenden aus, bis sie oder der Ablauf enden. Wird er erneut erreicht, während sie laufen, laufen sie weiter.',
  },
  SetEnvironmentVariable: {
    label: 'Variable setzen',
    description: 'Gibt einer Variablen des Ablaufs oder der Zelle einen neuen Wert.',
  },
  SetIO: {
    label: 'E/A setzen',
    description: 'Setzt Ausgänge, Relais und Flanschausgänge. Sicherheitsausgänge können nicht gesetzt werden.',
  },
  TriggerFault: {
    label: 'Störung auslösen',
    description:
      'Versetzt den Roboter mit einer Meldung in Störung: beendet den Ablauf oder hält ihn an, bis die Störung behoben ist.',
  },
  UpdateVisualization: {
    label: 'Darstellung ändern',
    description:
      'Zeigt oder verbirgt Kartons auf Paletten, Positionen oder das Werkstück, für alle. Kartons, die als abgelegt gezeigt werden, stehen dem Arm im Weg, bis sie verborgen sind.',
  },
  Wait: {
    label: 'Warten',
    description: 'Wartet eine Zeit lang oder bis eine Bedingung gilt. Eine Pause behält die Restzeit.',
  },
  WaitForConfirmation: {
    label: 'Auf Bestätigung warten',
    description:
      'Hält den Ablauf an und fragt den Bediener; nach der Antwort wartet er einen Augenblick und läuft weiter.',
  },
  Waypoint: { label: 'Wegpunkt', description: 'Eine Position, durch die oder zu der die Bewegung darum führt.' },
  Weld: {
    label: 'Schweißen',
    description:
      'Schweißt entlang der Wegpunkte und Bögen darin: fährt zum ersten, zündet den Lichtbogen und fährt mit gleichbleibender Geschwindigkeit. Der Brenner muss am Flansch sein. Der Lichtbogen erlischt, wie auch immer der Schritt endet; eine Pause beendet den Schritt.',
  },
};
