/** Names and descriptions of device kinds. */
export const deDeviceKinds: Readonly<Record<string, string>> = {
  'Custom base': 'Eigene Basis',
  'Pose of the arm base in the cell: position, rotation (extrinsic x-y-z), and height of a moving base.':
    'Wo die Basis des Arms in der Zelle steht: Ort, Drehung (extrinsisch x-y-z) und Höhe einer Basis, die sich bewegt.',
  'Custom camera': 'Eigene Kamera',
  'A camera at a fixed position in the cell. Its pose is that of its optical frame in the world.':
    'Eine Kamera an einem festen Ort in der Zelle. Ihr Ort ist der ihres optischen Koordinatensystems in der Welt.',
  Camera: 'Kamera',
  'Wrist camera': 'Handgelenkkamera',
  'A camera on the wrist of the arm. It moves with the arm and looks along its flange.':
    'Eine Kamera am Handgelenk des Arms. Sie bewegt sich mit ihm und blickt entlang des Flansches.',
  'Custom device': 'Eigenes Gerät',
  'A clamp, a door, a feeder: named actions that set outputs, and sensors, over the ports of the control box or the flange, Modbus TCP, or the macro variables of a Haas control.':
    'Eine Spannvorrichtung, eine Tür, eine Zuführung: benannte Aktionen, die Ausgänge setzen, und Sensoren, über die Anschlüsse der Robotersteuerung oder des Flansches, über Modbus TCP oder die Makrovariablen einer Haas-Steuerung.',
  'Custom gripper': 'Eigener Greifer',
  'A gripper that opens and closes by outputs of the control box or the flange, or by registers over Modbus TCP, and may report its position.':
    'Ein Greifer, der über Ausgänge der Robotersteuerung oder des Flansches oder über Register mit Modbus TCP öffnet und schließt und seine Stellung melden kann.',
  'Custom I/O': 'Eigene E/A',
  'Names for ports of the control box and their levels, for wired devices without a kind.':
    'Namen für Anschlüsse der Robotersteuerung und ihre Pegel, wo etwas angeschlossen ist, für das es keine Art von Gerät gibt.',
  DH: 'DH',
  'DH-Robotics grippers of the series AG, PGC and CGI, over Modbus through a gateway. Their force is a fraction of the maximum.':
    'Greifer von DH-Robotics der Serien AG, PGC und CGI, mit Modbus über ein Gateway. Ihre Greifkraft ist ein Anteil der größten.',
  'FTP server': 'FTP-Server',
  'A machine control or computer with files. Lists, reads, sends and deletes programs and records in one of its folders.':
    'Eine Maschinensteuerung oder ein Rechner mit Dateien. Programme und Protokolle in einem seiner Ordner werden aufgelistet, geholt, gesendet und gelöscht.',
  'Dual quick changer': 'Doppel-Werkzeugwechsler',
  'Two tools on one flange, each on its own tilted end. The tool on the active end provides the TCP. Moves name the ends ee-1 and ee-2.':
    'Zwei Werkzeuge an einem Flansch, jedes an einem eigenen, zur Seite geneigten Ende. Ein Ende ist aktiv: Sein Werkzeug hat den TCP. Bewegungen nennen die Enden ee-1 und ee-2.',
  'Vertical lift': 'Hubsäule',
  'A lifting column under the base of the arm, over Modbus TCP. The height of the base follows the lift.':
    'Eine Hubsäule unter der Basis des Arms, über Modbus TCP gefahren; die Basis steht so hoch wie sie.',
  'Modbus TCP server': 'Modbus-TCP-Server',
  'A machine, controller or sensor with registers over Modbus TCP. Steps read and write them by name.':
    'Eine Maschine, eine Steuerung oder ein Sensor mit Registern über Modbus TCP. Schritte lesen und schreiben sie unter ihrem Namen.',
  'No gripper': 'Kein Greifer',
  'No tool on the flange: the TCP is the flange itself.':
    'Nichts am Flansch: Der TCP ist der Flansch selbst, und es gibt nichts zu betätigen.',
  '2FG14': '2FG14',
  'OnRobot 2FG14 parallel gripper: two fingers for heavier parts, over Modbus TCP through its compute box.':
    'Parallelgreifer OnRobot 2FG14: zwei Finger für schwerere Teile, mit Modbus TCP über seine Compute Box.',
  '2FG7': '2FG7',
  'OnRobot 2FG7 parallel gripper: two fingers, over Modbus TCP through its compute box.':
    'Parallelgreifer OnRobot 2FG7: zwei Finger, mit Modbus TCP über seine Compute Box.',
  '3FG15': '3FG15',
  'OnRobot 3FG15 gripper: three fingers around a round part, over Modbus TCP through its compute box.':
    'Zentrischgreifer OnRobot 3FG15: drei Finger um ein rundes Teil, mit Modbus TCP über seine Compute Box.',
  'HEX-E': 'HEX-E',
  'OnRobot HEX-E force and torque sensor between flange and tool, over Modbus TCP through its compute box. Pushing steps and conditions use its readings.':
    'Kraft-Momenten-Sensor OnRobot HEX-E zwischen Flansch und Werkzeug, mit Modbus TCP über seine Compute Box. Drückende Schritte regeln nach seinen Messwerten, Bedingungen lesen sie.',
  Screwdriver: 'Schrauber',
  'OnRobot Screwdriver: drives screws by torque, with a shank of its own, over Modbus TCP through its compute box.':
    'Schrauber von OnRobot: schraubt nach Drehmoment, mit eigenem Schaft, mit Modbus TCP über seine Compute Box.',
  'VG10 / VGC10': 'VG10 / VGC10',
  'OnRobot VG10 or VGC10 vacuum gripper: two channels of cups with their own pump, over Modbus TCP through its compute box.':
    'Vakuumgreifer OnRobot VG10 oder VGC10: zwei Kanäle mit Saugnäpfen und eigener Pumpe, mit Modbus TCP über seine Compute Box.',
  'Schunk EGx': 'Schunk EGx',
  'Schunk EGU and EGK grippers, over Modbus through a gateway or, as the Ethernet variant, over HTTP. Their force is a fraction of the maximum; a grip closes until it contacts a part.':
    'Greifer Schunk EGU und EGK, mit Modbus über ein Gateway oder, als Ethernet-Variante, über HTTP. Ihre Greifkraft ist ein Anteil der größten; beim Greifen schließen sie, bis sie ein Teil treffen.',
  'Secondary control box': 'Zweite Robotersteuerung',
  'The control box of another robot with Cellwright. Provides the state of its robot and its variables.':
    'Die Steuerung eines anderen Roboters, auf der auch Cellwright läuft. Diese hier verfolgt, was ihr Roboter tut und was ihre Variablen enthalten.',
};

/** Default names of devices, where they differ from the kind. */
export const deDeviceNames: Readonly<Record<string, string>> = {
  'DH gripper': 'DH-Greifer',
  Lift: 'Hubsäule',
  'Vacuum gripper': 'Vakuumgreifer',
};
