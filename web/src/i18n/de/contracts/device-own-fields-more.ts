import type { FieldTexts } from './texts.ts';

/** Fields of single device kinds, by kind and path: the second half of the kinds. */
export const deOwnDeviceFieldsMore: Readonly<Record<string, Readonly<Record<string, FieldTexts>>>> = {
  WeldMachineGeneric: {
    port: { label: 'Port', help: 'Vorgabe: 502 für modbus, 44818 für ethernetIP' },
    interface: {
      label: 'Schnittstelle',
      help: 'wired: Ausgänge und Eingänge der Robotersteuerung; modbus: Register über Modbus TCP; ethernetIP: Assemblies über EtherNet/IP',
    },
    weldStart: { label: 'Ausgang: Schweißen ein', help: 'Ein, solange der Lichtbogen brennen soll' },
    gas: { label: 'Ausgang: Gas' },
    wireInch: { label: 'Ausgang: Draht vor', help: 'Der Schritt Schweißen nutzt ihn nicht' },
    wireRetract: { label: 'Ausgang: Draht zurück', help: 'Der Schritt Schweißen nutzt ihn nicht' },
    errorReset: {
      label: 'Ausgang: Störung quittieren',
      help: 'Ein Impuls vor dem Zünden, wenn die Maschine eine Störung meldet',
    },
    touchSense: { label: 'Ausgang: Kontaktsuche', help: 'Bleibt beim Schweißen aus' },
    wireStuckCheck: { label: 'Ausgang: Prüfung auf festsitzenden Draht', help: 'Nach dem Lichtbogen kurz ein' },
    arcEstablished: { label: 'Eingang: Lichtbogen brennt' },
    powerSourceReady: { label: 'Eingang: Stromquelle bereit' },
    currentFlow: { label: 'Eingang: Strom fließt' },
    machineFault: { label: 'Eingang: Störung der Maschine' },
    wireStuck: { label: 'Eingang: Draht sitzt fest' },
    touchDetected: { label: 'Eingang: Kontakt erkannt' },
    robotReady: { label: 'Ausgang: Roboter bereit' },
    modbus: {
      label: 'Register',
      help: 'Für modbus. Stellen Sie die Zeitüberwachung der Verbindung an der Maschine auf vier Abstände der Pakete ein',
    },
    'modbus.unitID': { label: 'Modbus-Adresse' },
    'modbus.registerFunction': { label: 'Funktion zum Schreiben von Registern' },
    'modbus.outputRegister': { label: 'Erstes Register zur Maschine', help: 'Ab 0 gezählt, wie auf der Leitung' },
    'modbus.inputTable': { label: 'Register von der Maschine' },
    'modbus.inputRegister': { label: 'Erstes Register von der Maschine', help: 'Ab 0 gezählt, wie auf der Leitung' },
    assemblies: { label: 'Assemblies', help: 'Für ethernetIP' },
    'assemblies.inputInstance': { label: 'Assembly von der Maschine', help: 'Steht in der EDS-Datei der Maschine' },
    'assemblies.inputSize': { label: 'Dessen Größe', help: 'Bytes ohne Kopfdaten' },
    'assemblies.outputInstance': { label: 'Assembly zur Maschine', help: 'Steht in der EDS-Datei der Maschine' },
    'assemblies.outputSize': { label: 'Größe des Assembly zur Maschine', help: 'Bytes ohne Kopfdaten' },
    'assemblies.configurationInstance': {
      label: 'Assembly der Konfiguration',
      help: 'Steht in der EDS-Datei der Maschine',
    },
    positions: {
      label: 'Orte der Signale',
      help: 'Für modbus und ethernetIP, gezählt ab dem ersten Byte oder Register',
    },
    'positions.weldStart': {
      label: 'Zur Maschine: Schweißen ein',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.robotReady': {
      label: 'Zur Maschine: Roboter bereit',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.gas': {
      label: 'Zur Maschine: Gas',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.wireInch': {
      label: 'Zur Maschine: Draht vor',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.wireRetract': {
      label: 'Zur Maschine: Draht zurück',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.errorReset': {
      label: 'Zur Maschine: Störung quittieren',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.touchSense': {
      label: 'Zur Maschine: Kontaktsuche',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.wireStuckCheck': {
      label: 'Zur Maschine: Prüfung auf festsitzenden Draht',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.processWord': {
      label: 'Zur Maschine: Verfahren',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.wireSpeedWord': {
      label: 'Zur Maschine: Drahtvorschub',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.voltageWord': {
      label: 'Zur Maschine: Spannung',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.arcLengthWord': {
      label: 'Zur Maschine: Lichtbogenlänge',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.arcControlWord': {
      label: 'Zur Maschine: Lichtbogendynamik',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.scheduleWord': {
      label: 'Zur Maschine: Programm',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.arcEstablished': {
      label: 'Von der Maschine: Lichtbogen brennt',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.powerSourceReady': {
      label: 'Von der Maschine: Stromquelle bereit',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.currentFlow': {
      label: 'Von der Maschine: Strom fließt',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.machineFault': {
      label: 'Von der Maschine: Störung',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.wireStuck': {
      label: 'Von der Maschine: Draht sitzt fest',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.touchDetected': {
      label: 'Von der Maschine: Kontakt erkannt',
      help: "ethernetIP: Byte und Bit. modbus: Register und Bit, 0 bis 15. Oder 'none'",
    },
    'positions.errorNumber': {
      label: 'Von der Maschine: Nummer der Störung',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.voltageRead': {
      label: 'Von der Maschine: Spannung',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.currentRead': {
      label: 'Von der Maschine: Strom',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    'positions.wireSpeedRead': {
      label: 'Von der Maschine: Drahtvorschub',
      help: "ethernetIP: erstes von zwei Bytes. modbus: Register. Oder 'none'",
    },
    schedule: {
      label: 'Programm',
      help: 'Nummer des Programms oder Jobs an der Maschine, wenn es dafür einen Ort gibt',
    },
  },
  CustomGripper: {
    timeoutMS: { label: 'Zeitlimit Antwort', help: 'Bei Modbus' },
    unitID: { label: 'Modbus-Adresse', help: 'Bei Modbus' },
    registerFunction: { label: 'Funktion zum Schreiben von Registern', help: 'Bei Modbus' },
    coilFunction: { label: 'Funktion zum Schreiben von Coils', help: 'Bei Modbus' },
    connectTimeoutMS: { label: 'Zeitlimit Verbindung', help: 'Bei Modbus' },
    voltage: { label: 'Spannung', help: 'Bei Anschlüssen am Flansch: wofür das Gerät gebaut ist' },
    circuit: { label: 'Schaltungsart', help: 'Bei Anschlüssen am Flansch: wofür das Gerät gebaut ist' },
    interface: {
      label: 'Schnittstelle',
      help: 'Anschlüsse der Robotersteuerung oder des Flansches, oder Register und Coils über Modbus TCP',
    },
    closeOutput: { label: 'Ausgang, der schließt' },
    openOutput: {
      label: 'Ausgang, der öffnet',
      help: 'Keiner: Der Greifer öffnet, wenn der schließende Ausgang aus ist',
    },
    outputLevel: { label: 'Pegel eines eingeschalteten Ausgangs' },
    isPulsed: { label: 'Impulse', help: 'Die Ausgänge sind nur kurz eingeschaltet' },
    pulseSeconds: { label: 'Impulsdauer' },
    openSensor: { label: 'Sensor: offen', help: 'Spricht an, wenn die Finger ganz offen sind' },
    closedSensor: {
      label: 'Sensor: geschlossen',
      help: 'Spricht an, wenn die Finger ganz geschlossen sind, ohne Teil dazwischen',
    },
    partSensor: { label: 'Sensor: Teil gegriffen', help: 'Spricht an, wenn die Finger ein Teil halten' },
    sensorLevel: { label: 'Pegel eines Sensors, der anspricht' },
    modbusOutputs: {
      label: 'Geschriebene Werte',
      help: 'Bei Modbus, in dieser Reihenfolge: was den Greifer schließt und was ihn öffnet',
    },
    'modbusOutputs[].when': { label: 'Wenn der Greifer', choices: { closing: 'schließt', opening: 'öffnet' } },
    'modbusOutputs[].type': { label: 'Art' },
    'modbusOutputs[].offset': { label: 'Adresse', help: 'Ab 0 gezählt, wie auf der Leitung' },
    'modbusOutputs[].format': { label: 'Format', help: 'Eines Registers' },
    'modbusOutputs[].order': { label: 'Reihenfolge', help: 'Wie die Bytes ankommen, das höchstwertige ist A' },
    'modbusOutputs[].value': { label: 'Wert', help: 'Bei einem Coil 0 oder 1' },
    modbusSensors: { label: 'Sensoren', help: 'Bei Modbus, jeder höchstens einmal' },
    'modbusSensors[].tells': {
      label: 'Spricht an, wenn',
      help: 'der Greifer offen oder geschlossen ist oder ein Teil hält',
      choices: { open: 'er offen ist', closed: 'er geschlossen ist', part: 'er ein Teil hält' },
    },
    'modbusSensors[].type': { label: 'Art' },
    'modbusSensors[].offset': { label: 'Adresse', help: 'Ab 0 gezählt, wie auf der Leitung' },
    'modbusSensors[].format': { label: 'Format', help: 'Eines Registers' },
    'modbusSensors[].order': { label: 'Reihenfolge', help: 'Wie die Bytes ankommen, das höchstwertige ist A' },
    'modbusSensors[].onWhen': { label: 'Spricht an, wenn der Wert' },
    'modbusSensors[].onValue': { label: 'Vergleichswert' },
    motionTimeMS: {
      label: 'Zeit zum Öffnen oder Schließen',
      help: 'Ohne Sensor gilt die Stellung nach dieser Zeit als erreicht',
    },
    timeLimitMS: {
      label: 'Zeitlimit',
      help: 'Eine Bewegung, deren Ende bis dahin kein Sensor meldet, gilt als misslungen',
    },
    openWidth: { label: 'Weite offen', help: 'Zwischen den Fingerspitzen' },
    closedWidth: { label: 'Weite geschlossen', help: 'Zwischen den Fingerspitzen, ohne Teil dazwischen' },
    bodyWidth: { label: 'Breite der Hüllbox', help: 'Der Box, in die der Greifer samt Fingern passt' },
    simulatedPart: { label: 'Teil im Simulator', help: 'Zwischen den simulierten Fingern ist ein Teil' },
  },
  DHGripper: {
    timeoutMS: { label: 'Zeitlimit Antwort und Bewegung' },
    unitID: { label: 'Modbus-Adresse', help: 'Hinter einem Gateway von Modbus TCP zu RTU; DH liefert Greifer mit 1' },
    closedWidth: {
      label: 'Weite geschlossen',
      help: 'Zwischen den Fingerspitzen, zusätzlich zur geschlossenen Weite des Modells',
    },
    model: { label: 'Modell', help: 'Bestimmt Hub, Tempo, Masse und Abmessungen' },
  },
  OnRobot2FG14: {
    timeoutMS: { label: 'Zeitlimit Antwort und Bewegung' },
  },
  OnRobot2FG7: {
    timeoutMS: { label: 'Zeitlimit Antwort und Bewegung' },
  },
  OnRobot3FG15: {
    timeoutMS: { label: 'Zeitlimit Antwort und Bewegung' },
    minimumDiameter: {
      label: 'Kleinster Durchmesser',
      help: 'Eines von außen gegriffenen Teils; hängt von Montage und Form der Finger ab',
    },
    maximumDiameter: { label: 'Größter Durchmesser', help: 'Eines von außen gegriffenen Teils' },
    fingertipDiameter: {
      label: 'Fingerspitzen',
      help: 'Um so viel ist der Durchmesser über die Fingerspitzen größer als der dazwischen',
    },
  },
  SchunkEGx: {
    timeoutMS: { label: 'Zeitlimit Antwort und Bewegung' },
    unitID: {
      label: 'Modbus-Adresse',
      help: 'Hinter einem Gateway von Modbus TCP zu RTU; Schunk liefert Greifer mit 12',
    },
    interface: {
      label: 'Schnittstelle',
      help: 'Modbus: über ein Gateway; HTTP: die Ethernet-Variante, deren eigene Seiten abgefragt werden',
    },
    closedWidth: { label: 'Weite geschlossen', help: 'Zwischen den Fingerspitzen, Backen ganz zusammen' },
    byteOrder: {
      label: 'Bytereihenfolge',
      help: 'Wie 32 Bit in zwei Registern stehen, das höchstwertige Byte ist A; stimmt die Weite nicht, die nächste probieren',
    },
    variant: { label: 'Baugröße', help: 'Bestimmt Hub, Tempo, Masse und Abmessungen' },
    httpPort: { label: 'Port von HTTP', help: 'Der Ethernet-Variante' },
    inputOffset: {
      label: 'Erstes gelesenes Register',
      help: 'Ab 0 gezählt; bei einem Gateway, das ab 1 zählt, eins weniger. Über HTTP die Instanz',
    },
    outputOffset: { label: 'Erstes geschriebenes Register', help: 'Ab 0 gezählt. Über HTTP die Instanz' },
    jawsInPosition: {
      label: 'Eine Position gilt für',
      help: 'Beide Backen: der Abstand zwischen ihnen; eine Backe: ihr Abstand von der Mitte',
      choices: { both: 'beide Backen', one: 'eine Backe' },
    },
  },
  FTPServer: {
    timeoutMS: { label: 'Zeitlimit Antwort', help: 'Für eine Datei oder eine Liste, bis zu ihrem Ende' },
    user: { label: 'Benutzer', help: 'anonymous, wenn der Server keinen verlangt' },
    password: { label: 'Passwort', help: 'Wird unverschlüsselt an den Server gesendet: FTP verbirgt nichts' },
    folder: {
      label: 'Ordner',
      help: 'Dateien werden in ihm und seinen Unterordnern aufgelistet, gesendet und gelöscht, sonst nirgends',
    },
  },
  Lift: {
    unitID: { label: 'Modbus-Adresse' },
    x: { label: 'x', help: 'Wo ihr Fuß im Raum steht' },
    y: { label: 'y', help: 'Wo ihr Fuß im Raum steht' },
    z: { label: 'z', help: 'Wo ihr Fuß im Raum steht' },
    motionTimeoutMS: { label: 'Zeitlimit Fahrt', help: 'Eine Hubsäule, die bis dahin nicht dort ist, wird angehalten' },
    stroke: { label: 'Hub', help: '500 bis 1400 mm in Schritten von 100' },
  },
  ModbusTCPServer: {
    unitID: { label: 'Modbus-Adresse' },
    registerFunction: { label: 'Funktion zum Schreiben von Registern' },
    coilFunction: { label: 'Funktion zum Schreiben von Coils' },
    byteOrder: { label: 'Reihenfolge der Bytes', help: 'In einem Register' },
    wordOrder: { label: 'Reihenfolge der Wörter', help: 'In einem Wert aus zwei Registern' },
    registers: { label: 'Register' },
    'registers[].name': { label: 'Name' },
    'registers[].type': { label: 'Art' },
    'registers[].offset': { label: 'Adresse', help: 'Ab 0 gezählt, wie auf der Leitung' },
    'registers[].format': { label: 'Format' },
    'registers[].order': {
      label: 'Reihenfolge',
      help: 'Die des Geräts, sonst wie die Bytes ankommen, das höchstwertige ist A',
    },
  },
  OnRobotHEXE: {
    unitID: { label: 'Modbus-Adresse', help: 'Geräte-ID (Unit); 65 ist das erste Gerät einer Compute Box' },
    zeroTimeoutMS: {
      label: 'Zeitlimit Nullstellen',
      help: 'Ein Sensor, der dann noch eine Kraft misst, ist nicht in Ruhe',
    },
  },
  OnRobotScrewdriver: {
    unitID: { label: 'Modbus-Adresse', help: 'Geräte-ID (Unit); 65 ist das erste Werkzeug einer Compute Box' },
    tcpDistance: { label: 'Flansch bis Bit', help: 'Entlang der Flanschachse bis zur Spitze des Bits' },
    motionTimeoutMS: {
      label: 'Zeitlimit Bewegung',
      help: 'Eine Schraube, die bis dahin nicht ein- oder ausgedreht ist, gilt als misslungen, und der Schrauber wird angehalten',
    },
  },
  CustomBase: {
    isDynamic: { label: 'Bewegt sich', help: 'Eine Hubsäule oder andere Basis, deren Höhe sich ändert' },
    baseHeight: { label: 'Höhe jetzt', help: 'Wie weit eine bewegte Basis über dem angegebenen Ort steht' },
  },
  SecondaryControlBox: {
    token: {
      label: 'Token',
      help: 'Ein API-Token der anderen Robotersteuerung; es wird unverschlüsselt dorthin gesendet',
    },
  },
  DualQuickChanger: {
    mass: { label: 'Masse', help: 'Ohne seine Werkzeuge' },
    bodyWidth: { label: 'Breite des Körpers', help: 'Der Box um den Wechsler, quer zu seinen zwei Enden' },
    tool1ID: { label: 'Werkzeug an Ende 1' },
    tool2ID: { label: 'Werkzeug an Ende 2' },
    tilt: { label: 'Neigung jedes Endes', help: 'Zwischen der Achse des Flansches und der eines Endes' },
    turn: {
      label: 'Drehung am Flansch',
      help: 'Um die Flanschachse; bei 0 neigt sich Ende 1 zur x-Achse des Flansches',
    },
    endDistance: { label: 'Flansch bis zu den Enden', help: 'Entlang der Flanschachse' },
    endOffset: { label: 'Achse bis zu jedem Ende', help: 'Von der Flanschachse bis zur Mitte eines Endes' },
  },
  OnRobotVG: {
    tcpDistance: { label: 'Flansch bis Saugnäpfe', help: 'Entlang der Flanschachse bis zu den Lippen der Saugnäpfe' },
    simulatedPart: { label: 'Teil im Simulator', help: 'Unter den Saugnäpfen beider Kanäle liegt ein Teil' },
    model: { label: 'Modell' },
    gripTimeoutMS: { label: 'Zeitlimit Unterdruck', help: 'Ein Griff, der bis dahin nicht hält, gilt als misslungen' },
    vacuumRegister: {
      label: 'Register des Unterdrucks',
      help: 'Von Kanal A, ab 0 gezählt; 258, bei mancher Firmware 18',
    },
    maximumSuction: { label: 'Größter Unterdruck', help: 'Der Hersteller erlaubt höchstens 0,8' },
  },
  WeldTorch: {
    tcpDistance: { label: 'Flansch bis Drahtspitze', help: 'Entlang der Flanschachse' },
    bodyWidth: { label: 'Breite der Hüllbox', help: 'Des Kastens um den Brenner' },
    tcpOffset: { label: 'Versatz der Drahtspitze', help: 'Quer zur Flanschachse, entlang ihrer x-Achse' },
    angle: { label: 'Brennerwinkel', help: 'Zwischen Draht und Flanschachse, zur x-Achse hin' },
    cableMass: { label: 'Masse des Kabels', help: 'Der Teil des Kabels, den der Arm trägt' },
  },
  CustomIO: {
    ports: { label: 'Anschlüsse', help: 'Was an welchem Anschluss angeschlossen ist und was seine Pegel bedeuten' },
    'ports[].name': { label: 'Name' },
    'ports[].kind': { label: 'Art' },
    'ports[].port': { label: 'Port', help: 'Ab 1 gezählt' },
    'ports[].highSignalName': { label: 'Name des High-Pegels' },
    'ports[].lowSignalName': { label: 'Name des Low-Pegels' },
  },
  WeldMachineEsab: {
    wireInch: {
      label: 'Zur Maschine: Draht vor',
      help: "Byte und Bit oder 'none'. Der Schritt Schweißen nutzt es nicht",
    },
    wireRetract: {
      label: 'Zur Maschine: Draht zurück',
      help: "Byte und Bit oder 'none'. Der Schritt Schweißen nutzt es nicht",
    },
    touchSense: { label: 'Zur Maschine: Kontaktsuche', help: "Byte und Bit oder 'none'. Bleibt beim Schweißen aus" },
    currentFlow: { label: 'Von der Maschine: Strom fließt', help: "Byte und Bit, zum Beispiel 0.3, oder 'none'" },
  },
};
