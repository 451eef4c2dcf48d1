/** Messages about steps of several kinds: their devices, expressions, targets and speed limits. */
export const deStep = {
  chooseDevice: 'Wählen Sie das Gerät: Die Zelle hat mehr als eines, das passt',
  notSuchDevice: 'Dieser Schritt kann {0} nicht benutzen. Wählen Sie ein anderes Gerät',
  notOnFlange:
    '{0} wird betätigt, ist aber nicht das Werkzeug am Flansch. Der Arm fährt mit dem TCP des montierten Werkzeugs',
  deprecatedSyntax: 'JavaScript-Ausdrücke sind veraltet. Nehmen Sie Variablen, Sensoren, Bedingungen und Formeln',
  pythonSwitchedOff:
    'Python-Ausdrücke brauchen die Funktion „Python expressions“. Schalten Sie sie ein, oder nehmen Sie eine Variable, einen Sensor, eine Bedingung oder JavaScript',
  scriptUnreadable: 'Der {0}-Ausdruck ist nicht lesbar: {1}',
  noSuchPort: 'Den Anschluss {0} gibt es nicht. Wählen Sie einen anderen',
  unnamedUse: 'Zeile {0} benutzt {1} ohne Namen. Nennen Sie jeden Wert dort, wo er gebraucht wird, wie in {2}',
  ambiguousVariable:
    'Die Zelle hat {0} Variablen namens „{1}“. Benennen Sie alle bis auf eine um, oder nehmen Sie eine ID',
  notAPortOf: '{0} ist kein Anschluss von {1}. Wählen Sie einen anderen',
  noSuchSensor: '{0} hat keinen Sensor „{1}“. Fügen Sie ihn dem Gerät hinzu, oder wählen Sie einen anderen',
  noSuchStep: 'Der Ablauf hat keinen Schritt {0}. Wählen Sie einen anderen',
  chooseSignal: 'Wählen Sie das Signal des Sensors',
  unreadableSensor:
    'Ein Sensor wird über {0} gelesen. Wählen Sie das eigene Gerät und seinen Sensor, oder nehmen Sie ein Signal der Steuerung oder des Flanschs',
  unreadableNamedSensor:
    'Der Sensor {0} wird über {1} gelesen. Wählen Sie das eigene Gerät und seinen Sensor, oder nehmen Sie ein Signal der Steuerung oder des Flanschs',
  conditionNotTruth: 'Eine Bedingung muss wahr oder falsch ergeben, nicht {0}',
  notANumber: '{0} ist keine Zahl',
  ifNeedsTruth: '„if“ braucht wahr oder falsch, nicht {0}',
  comparesNumbers: '{0} vergleicht Zahlen, nicht {1}',
  notTruth: '{0} verbindet Bedingungen; {1} ist weder wahr noch falsch',
  jointAnglesToMatch: 'Zum Einhalten müssen Gelenkwinkel eingelernt sein',
  noMatchInsideAddOffset: '„Gelenkwinkel einhalten“ geht nicht in einem Schritt „Versatz addieren“',
  outOfReach: 'Das Ziel ist {0} m von der Basis entfernt; der Arm reicht {1} m weit. Wählen Sie ein näheres Ziel',
  oldMotionLimits:
    'Das Format dieser eigenen Grenzen wird nicht mehr unterstützt. Wählen Sie die Geschwindigkeitsgrenzen neu',
  customLimitsMissing: 'Stellen Sie die eigenen Geschwindigkeitsgrenzen ein, oder nehmen Sie die des Schritts darum',
  customLimitsUnused:
    'Die eigenen Geschwindigkeitsgrenzen gelten nicht. Stellen Sie „Geschwindigkeitsgrenzen“ auf „Eigene“, oder entfernen Sie sie',
  flagNeeded: '{0} braucht die Funktion „{1}“. Schalten Sie sie in der Verwaltung ein, oder entfernen Sie es',
  machineCannotTell:
    'Die Maschine kann nicht melden, ob sie das Programm ausgeführt hat. Sehen Sie nach, dann fahren Sie mit dem nächsten Schritt fort',
  atLeast: 'Dies muss mindestens {0} {1} sein',
  atMost: 'Dies darf höchstens {0} {1} sein',
};

/** Messages about a routine as a whole, and about the place of a step in it. */
export const deRoutine = {
  noConfiguration: 'Der Schritt hat keine Einstellungen. Fügen Sie ihn neu hinzu',
  otherConfiguration: 'Der Schritt ist ein „{0}“, hat aber die Einstellungen eines „{1}“',
  notInside: 'Ein Schritt „{0}“ darf nicht in einem Schritt „{1}“ stehen',
  codeUnreadable: 'Der Code von „{0}“ ist nicht lesbar: {1}',
  repeatedName: 'Zwei Variablen heißen „{0}“. Benennen Sie eine um',
  repeatedVariableID: 'Zwei Variablen haben die ID {0}. Geben Sie einer davon eine andere',
  repeatedItemID: 'Zwei Raum-Elemente haben die ID {0}. Geben Sie einem davon eine andere',
  mainLoopNotALoop: 'Die Hauptschleife muss ein Schritt „Schleife“ des Ablaufs sein. Wählen Sie sie neu',
  kindNotBuilt: '{0} (unbekannt): Diese Version kann Schritte dieser Art nicht ausführen',
  packageMissing:
    '{0} (unbekannt): Das Paket {1} ist nicht installiert. Installieren Sie es, und starten Sie die Zelle neu',
};

/** Messages of the specification about machine tools. */
export const deMachine = {
  attachAMachine: 'Der Schritt braucht eine CNC-Maschine. Fügen Sie sie den Geräten hinzu',
  setCellSafeFailed: 'Das Signal „Roboter ist frei“ wurde nicht gesetzt',
  resetCellSafeFailed: 'Das Signal „Roboter ist frei“ wurde nicht zurückgesetzt',
  machineReportedFault: 'Die CNC-Maschine meldet eine Störung',
  autodoorFailed: 'Die automatische Tür hat sich nicht bewegt',
  workholdingFailed: 'Die Spannvorrichtung hat nicht geschaltet',
  runProgramFailed: 'Das Programm wurde nicht ausgeführt',
  haasEncounteredError: 'Die Haas-Steuerung meldet einen Fehler',
};

/** Messages of the specification about welding. */
export const deWeld = {
  machineNotFound: 'Es gibt keine Schweißmaschine',
  torchNotFound: 'Es gibt keinen Schweißbrenner',
  esabNotSupported: 'Diese Schweißmaschine von ESAB wird nicht unterstützt',
  genericNotSupported: 'Diese allgemeine Schweißmaschine wird nicht unterstützt',
  startStopFailed: 'Die Schweißmaschine startete oder endete nicht',
  setParametersFailed: 'Die Werte der Schweißmaschine wurden nicht gesetzt',
  stitchNeedsTwoWaypoints: 'Eine Steppnaht braucht mindestens zwei Wegpunkte',
};
