import type { FieldTexts } from './texts.ts';

/** Fields of single step kinds, by kind and path. */
export const deOwnStepFields: Readonly<Record<string, Readonly<Record<string, FieldTexts>>>> = {
  ActuateGripper: {
    equipmentID: { label: 'Greifer', help: 'Ohne Auswahl: der einzige Greifer der Zelle' },
    control: {
      label: 'Aktion',
      help: '„Greifen“ schließt mit Kraft, bis ein Teil gehalten wird oder die Weite erreicht ist; „Auf Weite fahren“ muss die Weite erreichen',
    },
    diameter: {
      label: 'Weite oder Durchmesser',
      help: 'Zwischen den Fingern; beim Greifen nach außen über die Finger gemessen',
    },
    direction: { label: 'Griff' },
    forceKind: {
      label: 'Kraft angegeben in',
      help: 'Newton oder ein Anteil dessen, was der Greifer kann; manche Greifer nehmen nur einen Anteil',
    },
    force: { label: 'Kraft' },
    forcePercent: { label: 'Kraft als Anteil', help: 'Von der größten Kraft des Greifers' },
    speed: {
      label: 'Geschwindigkeit',
      help: 'Von der höchsten Geschwindigkeit des Greifers; einer ohne wählbare Geschwindigkeit übergeht sie',
    },
    tolerance: { label: 'Toleranz', help: 'Wie weit neben der Weite noch als erreicht gilt' },
    stopOnFailure: { label: 'Bei Fehler anhalten', help: 'Aus: Der Ablauf geht weiter, wenn der Greifer versagt' },
  },
  ActuateScrewdriver: {
    equipmentID: { label: 'Schrauber', help: 'Ohne Auswahl: der einzige Schrauber der Zelle' },
    stopOnFailure: {
      label: 'Bei Fehler anhalten',
      help: 'Aus: Der Ablauf geht weiter, wenn die Schraube nicht so sitzt oder gelöst ist, wie sie soll',
    },
    command: {
      label: 'Befehl',
      help: 'Schraube ein- oder ausdrehen, eine aufnehmen, eine zum Teil eindrehen, oder den Schaft fahren',
    },
    targetForce: { label: 'Kraft', help: 'Mit der das Bit auf die Schraube drückt' },
    screwLength: { label: 'Schraubenlänge', help: 'Wie weit die Schraube hinein- oder herausgeht' },
    targetTorque: { label: 'Drehmoment', help: 'Bei dem das Anziehen endet' },
    shankPosition: { label: 'Schaftposition', help: 'Wohin „Schaft fahren“ fährt; 0 ist eingezogen' },
  },
  ActuateVacuum: {
    equipmentID: { label: 'Vakuumgreifer', help: 'Ohne Auswahl: der einzige Vakuumgreifer der Zelle' },
    tolerance: { label: 'Toleranz', help: 'Wie viel weniger Vakuum als gewünscht noch als gehaltenes Teil gilt' },
    stopOnFailure: { label: 'Bei Fehler anhalten', help: 'Aus: Der Ablauf geht weiter, wenn nichts gehalten wird' },
    action: { label: 'Aktion', help: '„Greifen“ hält ein Teil mit dem Vakuum jedes Kanals; „Loslassen“ lässt es los' },
    channels: { label: 'Kanäle', help: 'Ein Kanal, der nicht gemeint ist, bleibt, wie er ist' },
    suctionA: { label: 'Vakuum von Kanal A', help: 'Relatives Vakuum: 0 ist die Umgebungsluft, 1 wäre gar keine' },
    suctionB: { label: 'Vakuum von Kanal B', help: 'Relatives Vakuum: 0 ist die Umgebungsluft, 1 wäre gar keine' },
  },
  MoveVerticalLift: {
    equipmentID: { label: 'Hubsäule', help: 'Ohne Auswahl: die einzige Hubsäule der Zelle' },
    speed: { label: 'Geschwindigkeit', help: 'Von der größten Geschwindigkeit der Hubsäule' },
    target: { label: 'Höhe', help: 'Über der tiefsten Stellung der Hubsäule' },
  },
  NetworkRequest: {
    equipmentID: { label: 'Gerät', help: 'Modbus: leer für das einzige Gerät mit Registern' },
    timeoutMS: {
      label: 'Antwortzeit',
      help: 'HTTP: vom Verbinden bis zum Ende der Antwort; ein Modbus-Gerät hat eigene Zeiten',
    },
    method: { label: 'Methode', help: 'HTTP' },
    requestKind: { label: 'Protokoll' },
    operation: { label: 'Vorgang', help: 'Modbus' },
    registers: { label: 'Register', help: 'Modbus: in dieser Reihenfolge gelesen oder geschrieben' },
    'registers[].register': { label: 'Register', help: 'Name oder Kennung im Gerät' },
    'registers[].variableID': { label: 'Variable', help: 'Nimmt auf, was gelesen wird' },
    'registers[].value': { label: 'Wert', help: 'Wird geschrieben' },
    url: { label: 'Adresse', help: 'HTTP: beginnt mit http:// oder https://' },
    headers: { label: 'Kopfzeilen', help: 'HTTP' },
    'headers[].name': { label: 'Kopfzeile' },
    'headers[].value': { label: 'Wert' },
    body: { label: 'Inhalt', help: 'HTTP: der Text, der gesendet wird; nicht bei GET' },
    outputs: { label: 'Werte der Antwort', help: 'HTTP: welche Variable welchen Teil davon aufnimmt' },
    'outputs[].path': {
      label: 'Pfad',
      help: 'Wo es in einer JSON-Antwort steht, etwa order.parts.0.count; leer für die ganze Antwort als Text',
    },
    'outputs[].variableID': { label: 'Variable' },
    acceptAnyStatus: {
      label: 'Jeden Status annehmen',
      help: 'HTTP: Ist es aus, gilt jede andere Antwort als 200 bis 299 als Fehler',
    },
    pauseOnFailure: {
      label: 'Bei Fehler pausieren',
      help: 'Der Ablauf hält an, bis die Störung behoben und er fortgesetzt ist. Aus: Er geht weiter, und der Schritt nennt den Grund in seinen Variablen',
    },
    sendAgain: {
      label: 'Nach einem Fehler erneut senden',
      help: 'Wenn der Ablauf fortgesetzt wird. Aus: Dann wird nur gesendet, was sicher nicht gesendet wurde',
    },
    simulatedAnswer: {
      label: 'Simulierte Antwort',
      help: 'HTTP: ersetzt den Server am simulierten Roboter und am Zwilling; ohne sie wird auch dort der Server gefragt',
    },
    'simulatedAnswer.status': { label: 'Status' },
    'simulatedAnswer.body': { label: 'Inhalt' },
  },
  OperateEquipment: {
    equipmentID: { label: 'Gerät', help: 'Ein Gerät mit Aktionen' },
    actionID: { label: 'Aktion', help: 'Mit ihrer Kennung oder ihrem Namen, wie im Gerät: Spannen, Öffnen…' },
  },
  PushMode: {
    forcePercent: { label: 'Kraft', help: '10 % sind 20 N, 100 % sind 120 N' },
  },
  LoopControl: {
    action: {
      label: 'Aktion',
      help: '„Schleife beenden“ beendet die nächste Schleife darum; „Nächste Runde“ lässt den Rest der Runde aus',
    },
  },
  AddOffset: {
    translationX: { label: 'Versatz x' },
    translationY: { label: 'Versatz y' },
    translationZ: { label: 'Versatz z' },
    frame: {
      label: 'Koordinatensystem',
      help: 'Die Achsen, denen die Versätze folgen: der Basis, der Welt oder einer Ebene aus drei Positionen, die eine Datei mit ihrer ID nennt',
    },
  },
  AnticipatePayload: {
    mass: { label: 'Masse' },
    massExpression: { label: 'Masse aus einem Ausdruck', help: 'Gilt anstelle der Masse, wenn angegeben' },
  },
  CNCMonitorMachine: {
    status: { label: 'Warten, bis die Maschine' },
    pollMS: { label: 'Zeit zwischen Abfragen' },
    timeoutMS: { label: 'Zeitlimit', help: 'Ohne Angabe wartet der Schritt so lange wie nötig' },
  },
  CNCOperateAutodoor: {
    actionID: { label: 'Tür' },
  },
  CNCOperateWorkholding: {
    workholdingID: { label: 'Spannmittel', help: 'Mit seinem Namen oder seiner ID; leer für das einzige der Maschine' },
  },
  CNCRunProgram: {
    program: {
      label: 'Programm',
      help: 'Seine Nummer an der Steuerung. Eine verdrahtete Maschine führt das dort gewählte Programm aus',
    },
    waitForEnd: {
      label: 'Auf das Ende warten',
      help: 'Aus: Der Schritt endet, sobald die Maschine das Programm ausführt',
    },
  },
  Classify: {
    classes: { label: 'Klassen', help: 'Namen dessen, was zu sehen sein kann, einer pro Zeile' },
    pictures: {
      label: 'Bilder',
      help: 'Gewählt wird die Klasse, deren Bild am besten passt. Eine Klasse kann mehrere haben',
    },
    'pictures[].class': { label: 'Klasse' },
    'pictures[].templateImage': { label: 'Bild', help: 'Bild eines Gegenstands der Klasse, wie ihn die Kamera zeigt' },
    confidence: {
      label: 'Sicherheit',
      help: 'Geringste Übereinstimmung einer Klasse. Darunter ist das Ergebnis der Ersatzwert',
    },
    fallbackValue: { label: 'Ersatzwert', help: 'Ergebnis, wenn keine Klasse passt' },
  },
  CodeBlock: {
    codeBlockId: { label: 'Code-Block' },
  },
};
