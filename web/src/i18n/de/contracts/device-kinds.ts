import type { KindTexts } from './texts.ts';

/** Names, descriptions and first names of device kinds. */
export const deDeviceKinds: Readonly<Record<string, KindTexts>> = {
  CNCMachine: {
    label: 'CNC-Maschine',
    description:
      'Eine Dreh- oder Fräsmaschine, die der Roboter belädt: ihr Zustand, ihr Programm, ihre automatische Tür, ihre Futter und Spanner.',
    firstName: 'CNC-Maschine',
  },
  CustomBase: {
    label: 'Eigene Basis',
    description:
      'Wo die Basis des Arms in der Zelle steht: Ort, Drehung (extrinsisch x-y-z) und Höhe einer Basis, die sich bewegt.',
    firstName: 'Eigene Basis',
  },
  CustomCamera: {
    label: 'Eigene Kamera',
    description:
      'Eine Kamera an einem festen Ort in der Zelle. Ihr Ort ist der ihres optischen Koordinatensystems in der Welt.',
    firstName: 'Kamera',
  },
  CustomDevice: {
    label: 'Eigenes Gerät',
    description:
      'Eine Spannvorrichtung, eine Tür, eine Zuführung: benannte Aktionen, die Ausgänge setzen, und Sensoren, über die Anschlüsse der Robotersteuerung oder des Flansches, über Modbus TCP oder die Makrovariablen einer Haas-Steuerung.',
    firstName: 'Eigenes Gerät',
  },
  CustomGripper: {
    label: 'Eigener Greifer',
    description:
      'Ein Greifer, der über Ausgänge der Robotersteuerung oder des Flansches oder über Register mit Modbus TCP öffnet und schließt und seine Stellung melden kann.',
    firstName: 'Eigener Greifer',
  },
  CustomIO: {
    label: 'Eigene E/A',
    description:
      'Namen für Anschlüsse der Robotersteuerung und ihre Pegel, wo etwas angeschlossen ist, für das es keine Art von Gerät gibt.',
    firstName: 'Eigene E/A',
  },
  DHGripper: {
    label: 'DH',
    description:
      'Greifer von DH-Robotics der Serien AG, PGC und CGI, mit Modbus über ein Gateway. Ihre Greifkraft ist ein Anteil der größten.',
    firstName: 'DH-Greifer',
  },
  FTPServer: {
    label: 'FTP-Server',
    description:
      'Eine Maschinensteuerung oder ein Rechner mit Dateien. Programme und Protokolle in einem seiner Ordner werden aufgelistet, geholt, gesendet und gelöscht.',
    firstName: 'FTP-Server',
  },
  DualQuickChanger: {
    label: 'Doppel-Werkzeugwechsler',
    description:
      'Zwei Werkzeuge an einem Flansch, jedes an einem eigenen, zur Seite geneigten Ende. Ein Ende ist aktiv: Sein Werkzeug hat den TCP. Bewegungen nennen die Enden ee-1 und ee-2.',
    firstName: 'Doppel-Werkzeugwechsler',
  },
  Lift: {
    label: 'Hubsäule',
    description: 'Eine Hubsäule unter der Basis des Arms, über Modbus TCP gefahren; die Basis steht so hoch wie sie.',
    firstName: 'Hubsäule',
  },
  ModbusTCPServer: {
    label: 'Modbus-TCP-Server',
    description:
      'Eine Maschine, eine Steuerung oder ein Sensor mit Registern über Modbus TCP. Schritte lesen und schreiben sie unter ihrem Namen.',
    firstName: 'Modbus-TCP-Server',
  },
  NoGripper: {
    label: 'Kein Greifer',
    description: 'Nichts am Flansch: Der TCP ist der Flansch selbst, und es gibt nichts zu betätigen.',
    firstName: 'Kein Greifer',
  },
  OnRobot2FG14: {
    label: '2FG14',
    description:
      'Parallelgreifer OnRobot 2FG14: zwei Finger für schwerere Teile, mit Modbus TCP über seine Compute Box.',
    firstName: '2FG14',
  },
  OnRobot2FG7: {
    label: '2FG7',
    description: 'Parallelgreifer OnRobot 2FG7: zwei Finger, mit Modbus TCP über seine Compute Box.',
    firstName: '2FG7',
  },
  OnRobot3FG15: {
    label: '3FG15',
    description:
      'Zentrischgreifer OnRobot 3FG15: drei Finger um ein rundes Teil, mit Modbus TCP über seine Compute Box.',
    firstName: '3FG15',
  },
  OnRobotHEXE: {
    label: 'HEX-E',
    description:
      'Kraft-Momenten-Sensor OnRobot HEX-E zwischen Flansch und Werkzeug, mit Modbus TCP über seine Compute Box. Drückende Schritte regeln nach seinen Messwerten, Bedingungen lesen sie.',
    firstName: 'HEX-E',
  },
  OnRobotScrewdriver: {
    label: 'Schrauber',
    description:
      'Schrauber von OnRobot: schraubt nach Drehmoment, mit eigenem Schaft, mit Modbus TCP über seine Compute Box.',
    firstName: 'Schrauber',
  },
  OnRobotVG: {
    label: 'VG10 / VGC10',
    description:
      'Vakuumgreifer OnRobot VG10 oder VGC10: zwei Kanäle mit Saugnäpfen und eigener Pumpe, mit Modbus TCP über seine Compute Box.',
    firstName: 'Vakuumgreifer',
  },
  SchunkEGx: {
    label: 'Schunk EGx',
    description:
      'Greifer Schunk EGU und EGK, mit Modbus über ein Gateway oder, als Ethernet-Variante, über HTTP. Ihre Greifkraft ist ein Anteil der größten; beim Greifen schließen sie, bis sie ein Teil treffen.',
    firstName: 'Schunk EGx',
  },
  SecondaryControlBox: {
    label: 'Zweite Robotersteuerung',
    description:
      'Die Steuerung eines anderen Roboters, auf der auch Cellwright läuft. Diese hier verfolgt, was ihr Roboter tut und was ihre Variablen enthalten.',
    firstName: 'Zweite Robotersteuerung',
  },
  WeldMachineEsab: {
    label: 'ESAB-Schweißmaschine',
    description:
      'Eine ESAB-Schweißmaschine über EtherNet/IP. Routinen stellen Spannung und Drahtvorschub ein, und die Werte des Lichtbogens werden gemessen.',
    firstName: 'ESAB-Schweißmaschine',
  },
  WeldMachineGeneric: {
    label: 'Schweißmaschine',
    description:
      'Eine Schweißmaschine an Ausgängen und Eingängen der Robotersteuerung oder über Modbus TCP oder EtherNet/IP. Ist sie verdrahtet, werden die Werte des Lichtbogens an der Maschine eingestellt.',
    firstName: 'Schweißmaschine',
  },
  WeldMachineMiller: {
    label: 'Miller-Schweißmaschine',
    description:
      'Eine Miller-Schweißmaschine über EtherNet/IP. Routinen stellen Spannung und Drahtvorschub ein, und die Werte des Lichtbogens werden gemessen.',
    firstName: 'Miller-Schweißmaschine',
  },
  WeldTorch: {
    label: 'Schweißbrenner',
    description: 'Ein Schweißbrenner am Flansch: Seine Drahtspitze ist der TCP, die z-Achse zeigt entlang des Drahts.',
    firstName: 'Schweißbrenner',
  },
  WristCamera: {
    label: 'Handgelenkkamera',
    description: 'Eine Kamera am Handgelenk des Arms. Sie bewegt sich mit ihm und blickt entlang des Flansches.',
    firstName: 'Handgelenkkamera',
  },
};
