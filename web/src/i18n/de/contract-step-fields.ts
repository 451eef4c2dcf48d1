/** Labels and help texts of the fields of steps, by the English. */
export const deStepFields: Readonly<Record<string, string>> = {
  // Grippers, vacuum, screwdrivers and lifts
  Gripper: 'Greifer',
  'Without a choice: the only gripper of the cell': 'Ohne Auswahl: der einzige Greifer der Zelle',
  Action: 'Aktion',
  'force_grip closes with force until a part is held or the width is reached; move must reach the width':
    '„Greifen“ schließt mit Kraft, bis ein Teil gehalten wird oder die Weite erreicht ist; „Auf Weite fahren“ muss die Weite erreichen',
  'Width or diameter': 'Weite oder Durchmesser',
  'Between the fingers, or over them when gripping outward':
    'Zwischen den Fingern; beim Greifen nach außen über die Finger gemessen',
  Grip: 'Griff',
  'Force given as': 'Kraft angegeben in',
  'Newtons, or a fraction of what the gripper can do; some grippers take a fraction only':
    'Newton oder ein Anteil dessen, was der Greifer kann; manche Greifer nehmen nur einen Anteil',
  Force: 'Kraft',
  'Force as a fraction': 'Kraft als Anteil',
  'Of the largest force of the gripper': 'Von der größten Kraft des Greifers',
  Speed: 'Geschwindigkeit',
  'Of the highest speed of the gripper; one without a choice of speed ignores it':
    'Von der höchsten Geschwindigkeit des Greifers; einer ohne wählbare Geschwindigkeit übergeht sie',
  Tolerance: 'Toleranz',
  'How far from the width counts as reached': 'Wie weit neben der Weite noch als erreicht gilt',
  'Wait for the grip': 'Auf den Griff warten',
  'Off: the step ends when the gripper has taken the command':
    'Aus: Der Schritt endet, sobald der Greifer den Befehl angenommen hat',
  'Stop on failure': 'Bei Fehler anhalten',
  'Off: the routine goes on when the gripper fails': 'Aus: Der Ablauf geht weiter, wenn der Greifer versagt',
  Screwdriver: 'Schrauber',
  'Without a choice: the only screwdriver of the cell': 'Ohne Auswahl: der einzige Schrauber der Zelle',
  Command: 'Befehl',
  'Drive a screw in or out, take one up, drive one in by a part of its length, or move the shank':
    'Schraube ein- oder ausdrehen, eine aufnehmen, eine zum Teil eindrehen, oder den Schaft fahren',
  'With which the bit presses on the screw': 'Mit der das Bit auf die Schraube drückt',
  'Screw length': 'Schraubenlänge',
  'How far the screw goes in or out': 'Wie weit die Schraube hinein- oder herausgeht',
  Torque: 'Drehmoment',
  'At which tightening ends': 'Bei dem das Anziehen endet',
  'Shank position': 'Schaftposition',
  'Where MOVE_SHANK goes to; 0 is drawn in': 'Wohin „Schaft fahren“ fährt; 0 ist eingezogen',
  'Off: the routine goes on when the screw is not in or out as it should be':
    'Aus: Der Ablauf geht weiter, wenn die Schraube nicht so sitzt oder gelöst ist, wie sie soll',
  'Vacuum gripper': 'Vakuumgreifer',
  'Without a choice: the only vacuum gripper of the cell': 'Ohne Auswahl: der einzige Vakuumgreifer der Zelle',
  'grip holds a part with the suction of each channel; release lets it go':
    '„Greifen“ hält ein Teil mit dem Vakuum jedes Kanals; „Loslassen“ lässt es los',
  Channels: 'Kanäle',
  'A channel that is not meant goes on with what it does': 'Ein Kanal, der nicht gemeint ist, bleibt, wie er ist',
  'Suction of channel A': 'Vakuum von Kanal A',
  'Suction of channel B': 'Vakuum von Kanal B',
  'Relative vacuum: 0 is the air around, 1 would be none at all':
    'Relatives Vakuum: 0 ist die Umgebungsluft, 1 wäre gar keine',
  'How much less vacuum than wanted still counts as a part that is held':
    'Wie viel weniger Vakuum als gewünscht noch als gehaltenes Teil gilt',
  'Off: the routine goes on when nothing is held': 'Aus: Der Ablauf geht weiter, wenn nichts gehalten wird',
  Lift: 'Hubsäule',
  'Without a choice: the only lift of the cell': 'Ohne Auswahl: die einzige Hubsäule der Zelle',
  Height: 'Höhe',
  'Over the lowest position of the lift': 'Über der tiefsten Stellung der Hubsäule',
  'Of the largest speed of the lift': 'Von der größten Geschwindigkeit der Hubsäule',
  Equipment: 'Gerät',
  'A device with actions': 'Ein Gerät mit Aktionen',
  'By its id or its name, as the device has it: clamp, open…':
    'Mit ihrer Kennung oder ihrem Namen, wie im Gerät: Spannen, Öffnen…',

  // Motion
  Motion: 'Bewegung',
  Target: 'Ziel',
  Position: 'Position',
  'Joint angles': 'Gelenkwinkel',
  'Pose of the tooltip': 'Pose der Werkzeugspitze',
  'Position list': 'Positionsliste',
  'Position in the list': 'Position in der Liste',
  'Numbered from 0': 'Gezählt ab 0',
  'Position from an expression': 'Position aus einem Ausdruck',
  'Text: a position as JSON ({ "pose": … } or { "jointAngles": … }), or the id of a position':
    'Text: eine Position als JSON ({ "pose": … } oder { "jointAngles": … }) oder die Kennung einer Position',
  'Tool centre point': 'Werkzeugmittelpunkt (TCP)',
  'What is brought to the target; automatic is what its position was taught with, or that of the tool in use':
    'Was zum Ziel gebracht wird; automatisch ist, womit die Position eingelernt wurde, oder der TCP des Werkzeugs im Einsatz',
  'Of the speed limits': 'Von den Geschwindigkeitsgrenzen',
  'Of the speed limits; without it the speed of the step around it':
    'Von den Geschwindigkeitsgrenzen; ohne Angabe die Geschwindigkeit des Schritts darum',
  'Of the speed limits, on the way to the pre-press position; the tool presses slowly':
    'Von den Geschwindigkeitsgrenzen, auf dem Weg zur Position vor dem Taster; gedrückt wird langsam',
  Blend: 'Überschleifen',
  'With the motion that goes on from here: an arc inside, or the next step when this one is a waypoint':
    'In die Bewegung, die von hier weitergeht: ein Bogen darin, oder der nächste Schritt, wenn dieser ein Wegpunkt ist',
  'Blend radius': 'Überschleifradius',
  '0 passes exactly through the waypoint; blends take at most half of the shorter segment':
    '0 fährt genau durch den Wegpunkt; Überschleifen nimmt höchstens die Hälfte der kürzeren Strecke',
  'Match joint angles': 'Gelenkwinkel einhalten',
  'On: exactly the taught joint angles. Off: the pose, in the nearest arm configuration that can be reached':
    'Ein: genau die eingelernten Gelenkwinkel. Aus: die Pose, in der nächsten erreichbaren Armstellung',
  'On: one motion with the Move Arm steps behind it, up to the first that is no waypoint':
    'Ein: eine Bewegung mit den Schritten „Arm bewegen zu“ dahinter, bis zum ersten, der kein Wegpunkt ist',
  'Keep the plan': 'Plan behalten',
  'Off: the motion is planned anew each time': 'Aus: Die Bewegung wird jedes Mal neu geplant',
  'Speed limits': 'Geschwindigkeitsgrenzen',
  'Custom speed limits': 'Eigene Geschwindigkeitsgrenzen',
  'Largest joint speeds': 'Größte Gelenkgeschwindigkeiten',
  'Largest tooltip speed': 'Größte Geschwindigkeit der Werkzeugspitze',
  'Stop here': 'Hier anhalten',
  'Comes to rest instead of blending': 'Kommt zum Stillstand, statt zu überschleifen',
  'Blend as the step around it': 'Überschleifen wie der Schritt darum',
  'Move the dynamic base to reach the position': 'Bewegliche Basis verfahren, um die Position zu erreichen',
  'Match the dynamic base position': 'Stellung der beweglichen Basis einhalten',
  Pallet: 'Palette',
  'Move to': 'Fahren zu',
  Offset: 'Versatz',
  'Offset from': 'Versatz von',
  'currentPosition is where the arm comes from: the waypoint before': '„Wo der Arm herkommt“ ist der Wegpunkt davor',
  'The axes that the offset follows: of the base, the world, the tool, or a plane of three positions, which a file names by its id':
    'Die Achsen, denen der Versatz folgt: der Basis, der Welt, des Werkzeugs oder einer Ebene aus drei Positionen, die eine Datei mit ihrer ID nennt',
  'The axes that the offsets follow: of the base, the world, or a plane of three positions, which a file names by its id':
    'Die Achsen, denen die Versätze folgen: der Basis, der Welt oder einer Ebene aus drei Positionen, die eine Datei mit ihrer ID nennt',
  'Unit of the offsets': 'Einheit der Versätze',
  'Offset x': 'Versatz x',
  'Offset y': 'Versatz y',
  'Offset z': 'Versatz z',
  Frame: 'Koordinatensystem',
  'Rotation x': 'Drehung x',
  'Rotation y': 'Drehung y',
  'Rotation z': 'Drehung z',
  'About the fixed axes of the frame: x, then y, then z':
    'Um die festen Achsen des Koordinatensystems: erst x, dann y, dann z',
  'Stop early': 'Vorzeitig anhalten',
  'JSON: a list of groups, each a condition or a list of conditions that must all hold':
    'JSON: eine Liste von Gruppen, jede eine Bedingung oder eine Liste von Bedingungen, die alle gelten müssen',
  'Point on the arc': 'Punkt auf dem Bogen',
  'Only its place counts: the tool turns evenly from where it comes from to the end':
    'Nur sein Ort zählt: Das Werkzeug dreht sich gleichmäßig vom Anfang bis zum Ende',
  'End of the arc': 'Ende des Bogens',
  'Pre-press position': 'Position vor dem Taster',
  'Before the button; the tool comes back here': 'Vor dem Taster; hierher kommt das Werkzeug zurück',
  'Press position': 'Position beim Drücken',
  'As deep as the tool goes; it gets there along a line':
    'So tief fährt das Werkzeug; es kommt auf einer Geraden dorthin',
  'The tool goes no deeper where it presses with this': 'Drückt das Werkzeug mit dieser Kraft, fährt es nicht tiefer',
  'Press duration': 'Dauer des Drückens',
  '10 % is 20 N, 100 % is 120 N': '10 % sind 20 N, 100 % sind 120 N',
  Mass: 'Masse',
  'Mass from an expression': 'Masse aus einem Ausdruck',
  'Used instead of the mass when given': 'Gilt anstelle der Masse, wenn angegeben',

  // Control
  Condition: 'Bedingung',
  'The steps inside are played when it holds': 'Die Schritte darin werden ausgeführt, wenn sie gilt',
  Branch: 'Zweig',
  'elseIf and else come directly after an if, and are left out when a branch before them was taken':
    '„Sonst wenn“ und „Sonst“ stehen direkt nach einem „Wenn“ und werden ausgelassen, wenn ein Zweig davor genommen wurde',
  Times: 'Anzahl',
  'Without times and condition it repeats forever': 'Ohne Anzahl und Bedingung wird endlos wiederholt',
  While: 'Solange',
  'Looked at before each time': 'Wird vor jedem Mal geprüft',
  'Break ends the nearest loop around it; continue leaves out the rest of the round':
    '„Schleife beenden“ beendet die nächste Schleife darum; „Nächste Runde“ lässt den Rest der Runde aus',
  Time: 'Zeit',
  Until: 'Bis',
  'Looked at every 100 ms; the step ends when it holds': 'Wird alle 100 ms geprüft; der Schritt endet, wenn sie gilt',
  'New value': 'Neuer Wert',
  'Global variable': 'Globale Variable',
  'The variable is one of the cell, shared by its routines': 'Die Variable gehört der Zelle, ihre Abläufe teilen sie',
  Outputs: 'Ausgänge',
  Kind: 'Art',
  Port: 'Nummer',
  'Numbered from 1': 'Gezählt ab 1',
  Level: 'Zustand',
  Pulse: 'Impuls',
  'After this time the output returns to its former level; the step does not wait for it':
    'Nach dieser Zeit kehrt der Ausgang in seinen früheren Zustand zurück; der Schritt wartet nicht darauf',

  // Messages to the operator
  Message: 'Meldung',
  'What the operator reads: what is wrong and what to do':
    'Was der Bediener liest: was nicht stimmt und was zu tun ist',
  'The routine can go on': 'Der Ablauf kann weitergehen',
  'It is held until somebody recovers and resumes; otherwise it ends here':
    'Er wird angehalten, bis die Störung behoben und er fortgesetzt ist; sonst endet er hier',
  'What the operator is asked': 'Was der Bediener gefragt wird',
  Answer: 'Antwort',
  'confirm: by a button; choice: one of several; freeform: in words':
    '„Bestätigen“: mit einer Taste; „Auswählen“: eine von mehreren; „In Worten“: als Text',
  Choices: 'Auswahl',
  'Where one of several is chosen: one on each line': 'Wo eine von mehreren gewählt wird: eine in jeder Zeile',
  'Needs words': 'Braucht Text',
  'Where the answer is in words: it must not be empty':
    'Wo in Worten geantwortet wird: Die Antwort darf nicht leer sein',
  'Answered by': 'Antwort von',
  'holder: who controls the robot; anyone: every signed-in operator, also on another device':
    '„Wer steuert“: nur wer den Roboter steuert; „Jeder“: jeder angemeldete Bediener, auch an einem anderen Gerät',
  Delay: 'Verzögerung',
  'How long the routine waits after the answer, so that people can step back':
    'Wie lange der Ablauf nach der Antwort wartet, damit alle zurücktreten können',

  // Network
  Protocol: 'Protokoll',
  Device: 'Gerät',
  'Modbus: empty for the only device with registers': 'Modbus: leer für das einzige Gerät mit Registern',
  Operation: 'Vorgang',
  Modbus: 'Modbus',
  Registers: 'Register',
  'Modbus: read or written in this order': 'Modbus: in dieser Reihenfolge gelesen oder geschrieben',
  Register: 'Register',
  'Its name or id in the device': 'Name oder Kennung im Gerät',
  Variable: 'Variable',
  'Takes what is read': 'Nimmt auf, was gelesen wird',
  Value: 'Wert',
  'Is written': 'Wird geschrieben',
  Method: 'Methode',
  HTTP: 'HTTP',
  Address: 'Adresse',
  'HTTP: begins with http:// or https://': 'HTTP: beginnt mit http:// oder https://',
  Headers: 'Kopfzeilen',
  Header: 'Kopfzeile',
  Body: 'Inhalt',
  'HTTP: the text that is sent; not with GET': 'HTTP: der Text, der gesendet wird; nicht bei GET',
  'Values of the answer': 'Werte der Antwort',
  'HTTP: which variable takes which part of it': 'HTTP: welche Variable welchen Teil davon aufnimmt',
  Path: 'Pfad',
  'Where it stands in a JSON answer, like order.parts.0.count; empty for the whole answer as text':
    'Wo es in einer JSON-Antwort steht, etwa order.parts.0.count; leer für die ganze Antwort als Text',
  'Accept any status': 'Jeden Status annehmen',
  'HTTP: off, any other answer than 200 to 299 is a failure':
    'HTTP: Ist es aus, gilt jede andere Antwort als 200 bis 299 als Fehler',
  'Time to answer': 'Antwortzeit',
  'HTTP: from connecting to the end of the answer; a Modbus device has times of its own':
    'HTTP: vom Verbinden bis zum Ende der Antwort; ein Modbus-Gerät hat eigene Zeiten',
  'Pause on failure': 'Bei Fehler pausieren',
  'The routine is held until somebody has recovered and resumed. Off: it goes on, and the step says why in its variables':
    'Der Ablauf hält an, bis die Störung behoben und er fortgesetzt ist. Aus: Er geht weiter, und der Schritt nennt den Grund in seinen Variablen',
  'Send again after a failure': 'Nach einem Fehler erneut senden',
  'When the routine is resumed. Off: only what surely was not sent is sent then':
    'Wenn der Ablauf fortgesetzt wird. Aus: Dann wird nur gesendet, was sicher nicht gesendet wurde',
  'Simulated answer': 'Simulierte Antwort',
  'HTTP: stands in for the server on the simulated robot and the twin; without it the server is asked there too':
    'HTTP: ersetzt den Server am simulierten Roboter und am Zwilling; ohne sie wird auch dort der Server gefragt',
  Status: 'Status',

  // Visualization
  'Space item': 'Raum-Element',
  'Boxes on pallets': 'Kartons auf Paletten',
  Boxes: 'Kartons',
  Opacity: 'Deckkraft',
  '1: the boxes stand there, and the arm keeps clear of them. Less: they are only shown':
    '1: Die Kartons stehen dort, und der Arm hält Abstand. Weniger: Sie werden nur gezeigt',
  Labels: 'Beschriftung',
  'Layer and box are written on them': 'Lage und Karton stehen darauf',
  Layer: 'Lage',
  'Numbered from 1, bottom to top': 'Gezählt ab 1, von unten nach oben',
  Box: 'Karton',
  'Numbered from 1, in the order in which the boxes of the layer are placed':
    'Gezählt ab 1, in der Reihenfolge, in der die Kartons der Lage abgelegt werden',
  'Box type': 'Kartontyp',
  'Only boxes of this type': 'Nur Kartons dieses Typs',
  'Pallet base': 'Palettenplatz',
  'Without a choice: every pallet of the boxes': 'Ohne Auswahl: jede Palette der Kartons',
  Positions: 'Positionen',
  Workpiece: 'Werkstück',
  Where: 'Wo',
  'tooltip: in the tool, and it moves with it. pickup: where boxes of its type are taken':
    '„Am Werkzeug“: im Werkzeug, und es bewegt sich mit. „Aufnehmen“: wo Kartons seines Typs genommen werden',
};
