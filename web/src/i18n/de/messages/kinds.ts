/** Messages of single step kinds, by their kind. */
export const deKinds = {
  AddOffset: { moveArmNeeded: '„Versatz addieren“ braucht einen Schritt „Arm bewegen“ darin. Fügen Sie einen hinzu' },
  Arc: {
    flagNeeded:
      'Bögen zwischen Wegpunkten brauchen die Funktion „Arc in Move Arm“. Schalten Sie sie ein, oder nehmen Sie „Arm bewegen zu“',
  },
  CNCMonitorMachine: { notInTime: 'Die Maschine erreichte den Zustand nicht in der erlaubten Zeit' },
  CNCOperateAutodoor: {
    noDoor: '{0} hat keine automatische Tür. Fügen Sie sie der Maschine hinzu, oder wählen Sie eine andere',
  },
  CNCOperateWorkholding: {
    noSuchWorkholding:
      'Die Maschine hat keine Spannvorrichtung „{0}“. Fügen Sie sie hinzu, oder wählen Sie eine andere',
    chooseWorkholding: 'Wählen Sie eine Spannvorrichtung: Die Maschine hat nicht genau eine',
  },
  CNCRunProgram: {
    programRequired: 'Geben Sie die Nummer des Programms ein',
    programOutOfRange: 'Das Programm muss eine Zahl von 1 bis 99999 sein',
  },
  Classify: {
    classRequired: 'Mindestens eine Klasse ist nötig',
    classNameRequired: 'Eine Klasse braucht einen Namen',
    classTwice: 'Die Klasse „{0}“ kommt zweimal vor. Entfernen Sie eine',
    fallbackRequired: 'Es fehlt der Ersatzwert',
    pictureRequired: 'Es fehlt ein Bild einer Klasse',
    classOfPictureRequired: 'Wählen Sie die Klasse dieses Bilds',
    notAClass: '„{0}“ ist keine der Klassen. Wählen Sie eine davon',
  },
  CodeBlock: {
    chooseBlock: 'Wählen Sie einen Code-Block',
    blockIsGone: 'Den Code-Block gibt es nicht mehr. Wählen Sie einen anderen',
    cannotResumeInside:
      'Ein Code-Block kann nicht in der Mitte fortgesetzt werden. Den Schritt wählen, mit dem es weitergeht: den Code-Block selbst oder einen anderen',
  },
  HaasControlRegion: {
    noCellSafe: 'Die Maschine hat kein Signal „Roboter ist frei“. Fügen Sie es der Maschine hinzu',
  },
  HaasRunProgram: {
    programRequired: 'Geben Sie den Namen des Programms ein',
    programNotValid: 'Ein Programmname ist eine Zahl von 1 bis 99999 und endet mit .nc, zum Beispiel 100.nc',
    partsNotValid: 'Die Stückzahl muss eine ganze Zahl ab 0 sein',
    serialNotValid: 'Ein serieller Pfad beginnt mit /dev/tty, zum Beispiel /dev/ttyUSB0',
    notSerial: 'Eine Haas-Steuerung braucht Ethernet. Wählen Sie Ethernet, und geben Sie die Adresse der Steuerung ein',
    otherMachine:
      'Keine CNC-Maschine mit der Adresse {0} ist gewählt. Wählen Sie sie, oder berichtigen Sie die Adresse',
    notAnAddress: '{0} ist keine Ethernet-Adresse. Geben Sie eine URL ein, zum Beispiel tcp://192.168.1.10:5051',
  },
  If: {
    chooseBranch: 'Wählen Sie „Wenn“, „Sonst wenn“ oder „Sonst“',
    setCondition: 'Stellen Sie eine Bedingung ein',
    startInside: 'Dieser Schritt liegt in einem Zweig. Hier beginnen, was auch immer die Bedingung des Zweigs ergibt?',
    elseTakesNone: 'Ein Zweig „Sonst“ hat keine Bedingung. Wählen Sie „Sonst wenn“, um eine einzustellen',
    mustFollow: '„Sonst wenn“ und „Sonst“ stehen direkt nach einem „Wenn“ oder „Sonst wenn“',
  },
  Locate: {
    planeRequired: 'Es fehlt die Arbeitsebene',
    planeNotTaught: '„{0}“ ist keine Ebene mit drei Positionen. Wählen Sie eine andere Arbeitsebene',
    listRequired: 'Es fehlt der Name der Positionsliste',
    listNotFound:
      'Eine Liste von Kamerapositionen „{0}“ gibt es nicht. Fügen Sie sie dem Raum hinzu, oder wählen Sie eine andere',
    maxBelowMin: 'Der größte Wert ist kleiner als der kleinste ({0}). Erhöhen Sie ihn',
    templateRequired: 'Es fehlt das Bild der Vorlage',
    promptRequired: 'Es fehlt die Beschreibung',
    runnerRequired: 'Es fehlt der GPU-Rechner',
    modelRequired: 'Es fehlt das Modell',
    modelTypeRequired: 'Es fehlt die Art des Modells',
  },
  Loop: {
    timesPositive: 'Die Anzahl muss eine ganze Zahl ab 1 sein',
    startInside: 'Dieser Schritt liegt in einer Schleife. Hier beginnen, in der ersten Runde der Schleife?',
    eitherTimesOrCondition: 'Stellen Sie eine Anzahl oder eine Bedingung ein, nicht beides',
  },
  LoopControl: { chooseAction: 'Wählen Sie „Schleife beenden“ oder „Nächste Runde“' },
  MoveArmTo: {
    motionKindNeeded: 'Wählen Sie, wie der Arm fährt: Gelenk, Gerade oder Drehung',
    terminalNeeded:
      'Ein Wegpunkt „Arm bewegen zu“ braucht direkt danach einen Schritt „Arm bewegen zu“, in dem die Bewegung endet',
    linearInsidePush: 'In „Andrücken“ muss der Arm auf einer Geraden fahren. Wählen Sie „Gerade“',
  },
  MoveVerticalLift: {
    targetRequired: 'Stellen Sie die Höhe der Hubsäule ein',
    targetNumeric: 'Die Höhe muss eine Zahl sein',
    notCalibrated:
      'Die Beschleunigungen von {0} sind nur für Hübe von 700 und 900 mm bekannt. Versuchen Sie die Fahrt zuerst langsam',
  },
  NetworkRequest: {
    registerRequired: 'Es fehlt ein Register',
    readNeedsVariables: 'Wählen Sie für jedes gelesene Register eine Variable',
    outputNeedsVariable: 'Wählen Sie für jeden Wert der Antwort eine Variable',
    valueRequired: 'Stellen Sie für jedes geschriebene Register einen Wert ein',
    noDevice: 'Fügen Sie den Geräten einen Modbus-TCP-Server hinzu, um Register auszutauschen',
    chooseDevice: 'Wählen Sie ein Gerät: Die Zelle hat mehr als eines mit Registern',
    withoutRegisters: '{0} hat keine Register. Wählen Sie ein anderes Gerät',
    noSuchRegister: '{0} hat kein Register „{1}“. Fügen Sie es dem Gerät hinzu, oder wählen Sie ein anderes',
    readOnly: '„{0}“ ist nur lesbar. Wählen Sie ein anderes Register',
    addressRequired: 'Es fehlt die Adresse',
    headerNameWrong: 'Der Name einer Kopfzeile hat nur Buchstaben, Ziffern und Striche',
    headerValueWrong: 'Der Wert einer Kopfzeile muss eine Zeile einfacher Text sein',
    headerReserved: 'Die Kopfzeile „{0}“ wird selbsttätig gesetzt. Entfernen Sie sie',
    bodyNotSent: 'Eine Anfrage mit {0} hat keinen Inhalt. Entfernen Sie ihn, oder wählen Sie eine andere Methode',
    valueIsNoNumber: 'Der Wert für „{0}“ muss eine Zahl, wahr oder falsch sein',
    status: 'Der Server antwortete mit Status {0}',
    redirected: 'Der Server verwies mit Status {0} auf {1}. Verweisen wird nicht gefolgt: Geben Sie diese Adresse ein',
    notJSON: 'Die Antwort ist kein JSON. Entfernen Sie den Pfad, um sie als Text zu nehmen',
    notKept: 'Ein Wert der Antwort wurde nicht gespeichert: {0}',
    unheldInAnswer: 'Die Antwort passt bei „{0}“ in keine Variable ({1})',
    repeatedInAnswer: 'Die Antwort hat „{0}“ zweimal in einem Objekt. Ändern Sie die Antwort des Servers',
    missingInAnswer: 'Die Antwort hat kein „{0}“. Prüfen Sie den Pfad und die Antwort des Servers',
  },
  OperateEquipment: {
    equipmentRequired: 'Es fehlt das Gerät',
    actionRequired: 'Es fehlt die Aktion',
    noSuchAction: '{0} hat keine Aktion „{1}“. Fügen Sie sie dem Gerät hinzu, oder wählen Sie eine andere',
  },
  PressButton: {
    forceTooSmall: 'Die Kraft muss mindestens 1 N sein',
    forceTooLarge: 'Die Kraft kann höchstens 120 N sein',
    durationNegative: 'Die Dauer darf nicht negativ sein',
  },
  PushMode: {
    forceTooSmall: 'Die Kraft muss mindestens 0 % sein',
    forceTooLarge: 'Die Kraft kann höchstens 100 % sein',
    cannotResumeInside:
      'Worauf das Werkzeug drückte, kann sich bewegt haben: Andrücken kann nicht in der Mitte fortgesetzt werden. Einen Schritt außerhalb wählen',
  },
  SetEnvironmentVariable: {
    chooseVariable: 'Wählen Sie eine Variable',
    setNewValue: 'Stellen Sie den neuen Wert ein',
    notGlobal: 'Die Variable gehört dem Ablauf und ist nicht global. Wählen Sie sie neu',
    cannotTake: '„{0}“ kann diesen Wert nicht aufnehmen ({1})',
  },
  SetIO: {
    addAnOutput: 'Fügen Sie mindestens einen Ausgang hinzu',
    noSuchPort: 'Diesen Anschluss gibt es nicht',
    chooseAnOutput: 'Wählen Sie einen Ausgang, ein Relais oder einen Flansch-Ausgang',
    setTwice: 'Derselbe Ausgang wird in diesem Schritt zweimal gesetzt. Entfernen Sie einen',
  },
  Wait: {
    chooseTimeOrCondition: 'Stellen Sie ein, wie lange oder worauf gewartet wird',
    eitherTimeOrCondition: 'Stellen Sie eine Zeit oder eine Bedingung ein, nicht beides',
    notNegative: 'Die Wartezeit darf nicht negativ sein',
    wholeMilliseconds: 'Die Wartezeit muss eine ganze Zahl von Millisekunden sein',
  },
  WaitForConfirmation: {
    notNegative: 'Die Verzögerung darf nicht negativ sein',
    wholeMilliseconds: 'Die Verzögerung muss eine ganze Zahl von Millisekunden sein',
    chooseMode: 'Wählen Sie „Bestätigen“, „Auswählen“ oder „In Worten“',
    chooseAnsweredBy: 'Wählen Sie „Wer steuert“ oder „Jeder“',
    tooLong: 'Die Verzögerung darf nicht länger als ein Tag sein',
  },
  Waypoint: {
    matchOnlyOnFirst: 'In einem Schritt „Schweißen“ kann nur der erste Wegpunkt Gelenkwinkel einhalten',
    autoTCPInsideWeld: 'In einem Schritt „Schweißen“ muss der Werkzeugmittelpunkt automatisch sein',
    dynamicBaseNeeded: 'Die Stellung der beweglichen Basis einzuhalten braucht eine eingeschaltete bewegliche Basis',
    noDynamicBaseForRelative: 'Ein relativer Wegpunkt kann die Stellung der beweglichen Basis nicht einhalten',
    invalidFrame: 'Das Koordinatensystem muss Basis, Welt, Werkzeug oder eine Ebene aus drei Positionen sein',
  },
  WaypointStop: {
    stopEarlyNotReadable: 'Die Bedingungen zum vorzeitigen Anhalten gelten nicht. Wählen Sie sie neu',
  },
  WeldLimits: {
    timeTooShort: 'Diese Zeit muss mindestens 0 ms sein',
    timeTooLong: 'Diese Zeit kann höchstens 60000 ms sein',
    travelSpeed: 'Die Schweißgeschwindigkeit muss über 0 und höchstens 0,2 m/s sein',
    stitch: 'Die Länge einer Steppnaht muss über 0 m sein',
    space: 'Der Abstand zwischen Steppnähten muss über 0 m sein',
    amplitude: 'Die Amplitude muss über 0 m sein',
    period: 'Die Periode muss mindestens 0,001 m sein',
    whipOffset: 'Die Wege beim Vor- und Zurückfahren müssen über 0 m sein',
  },
  Weld: {
    cannotResumeInside:
      'Eine Schweißnaht geht nicht in der Mitte weiter. Prüfen Sie die Naht, dann wählen Sie den Schritt, mit dem es weitergeht: die Naht selbst oder einen anderen',
    weldPaused:
      'Schweißen kann nicht pausieren. Der Lichtbogen ist aus. Prüfen Sie die Naht, bevor Sie den Rest schweißen',
    needsEnd: 'Eine Naht braucht einen Wegpunkt an ihrem Anfang und einen weiteren Schritt an ihrem Ende',
    notBoth: 'Steppnaht und Pendeln gehen nicht zusammen. Entfernen Sie eines davon',
    dwellTooLong: 'Ein Halt darf bei dieser Geschwindigkeit höchstens eine viertel Periode dauern. Verkürzen Sie ihn',
    whipBackTooLong: 'Der Weg zurück muss kürzer sein als der Weg vor',
    torchNotOnFlange:
      '{0} ist nicht am Flansch montiert, deshalb startet kein Lichtbogen. Montieren Sie es unter Geräte',
    valuesOnMachine: 'Diese Schweißmaschine nimmt keine Werte vom Roboter. Stellen Sie sie an der Maschine ein',
  },
};
