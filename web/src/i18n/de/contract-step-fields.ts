/** Labels and help texts of the fields of steps, by the English. */
export const deStepFields: Readonly<Record<string, string>> = {
  // Grippers, vacuum, screwdrivers and lifts
  Gripper: 'Greifer',
  'Default: the only gripper of the cell': 'Ohne Auswahl: der einzige Greifer der Zelle',
  Action: 'Aktion',
  'force_grip closes with force until a part is held or the width is reached; move must reach the width':
    '„Greifen“ schließt mit Kraft, bis ein Teil gehalten wird oder die Weite erreicht ist; „Auf Weite fahren“ muss die Weite erreichen',
  'Width or diameter': 'Weite oder Durchmesser',
  'Between the fingers; measured outside the fingers for outward grips':
    'Zwischen den Fingern; beim Greifen nach außen über die Finger gemessen',
  Grip: 'Griff',
  'Force given as': 'Kraft angegeben in',
  'Newtons, or a fraction of the maximum force; some grippers support fractions only':
    'Newton oder ein Anteil dessen, was der Greifer kann; manche Greifer nehmen nur einen Anteil',
  Force: 'Kraft',
  'Force as a fraction': 'Kraft als Anteil',
  'Of the maximum force of the gripper': 'Von der größten Kraft des Greifers',
  Speed: 'Geschwindigkeit',
  'Of the maximum speed of the gripper; ignored by grippers with a fixed speed':
    'Von der höchsten Geschwindigkeit des Greifers; einer ohne wählbare Geschwindigkeit übergeht sie',
  Tolerance: 'Toleranz',
  'Tolerance of the width': 'Wie weit neben der Weite noch als erreicht gilt',
  'Wait for the grip': 'Auf den Griff warten',
  'Off: the step ends when the gripper has accepted the command':
    'Aus: Der Schritt endet, sobald der Greifer den Befehl angenommen hat',
  'Stop on failure': 'Bei Fehler anhalten',
  'Off: the routine continues when the gripper fails': 'Aus: Der Ablauf geht weiter, wenn der Greifer versagt',
  Screwdriver: 'Schrauber',
  'Default: the only screwdriver of the cell': 'Ohne Auswahl: der einzige Schrauber der Zelle',
  Command: 'Befehl',
  'Tighten or loosen a screw, pick one up, premount one, or move the shank':
    'Schraube ein- oder ausdrehen, eine aufnehmen, eine zum Teil eindrehen, oder den Schaft fahren',
  'Contact force of the bit on the screw': 'Mit der das Bit auf die Schraube drückt',
  'Screw length': 'Schraubenlänge',
  'Travel of the screw': 'Wie weit die Schraube hinein- oder herausgeht',
  Torque: 'Drehmoment',
  'Tightening ends at this torque': 'Bei dem das Anziehen endet',
  'Shank position': 'Schaftposition',
  'Target of MOVE_SHANK; 0 is retracted': 'Wohin „Schaft fahren“ fährt; 0 ist eingezogen',
  'Off: the routine continues when the screw is not tightened or loosened correctly':
    'Aus: Der Ablauf geht weiter, wenn die Schraube nicht so sitzt oder gelöst ist, wie sie soll',
  'Vacuum gripper': 'Vakuumgreifer',
  'Default: the only vacuum gripper of the cell': 'Ohne Auswahl: der einzige Vakuumgreifer der Zelle',
  'grip holds a part with the suction of each channel; release lets it go':
    '„Greifen“ hält ein Teil mit dem Vakuum jedes Kanals; „Loslassen“ lässt es los',
  Channels: 'Kanäle',
  'A channel that is not selected keeps its state': 'Ein Kanal, der nicht gemeint ist, bleibt, wie er ist',
  'Suction of channel A': 'Vakuum von Kanal A',
  'Suction of channel B': 'Vakuum von Kanal B',
  'Relative vacuum: 0 is ambient pressure, 1 is full vacuum':
    'Relatives Vakuum: 0 ist die Umgebungsluft, 1 wäre gar keine',
  'Tolerated vacuum deficit for a held part': 'Wie viel weniger Vakuum als gewünscht noch als gehaltenes Teil gilt',
  'Off: the routine continues when no part is held': 'Aus: Der Ablauf geht weiter, wenn nichts gehalten wird',
  Lift: 'Hubsäule',
  'Default: the only lift of the cell': 'Ohne Auswahl: die einzige Hubsäule der Zelle',
  Height: 'Höhe',
  'Above the lowest position of the lift': 'Über der tiefsten Stellung der Hubsäule',
  'Of the maximum speed of the lift': 'Von der größten Geschwindigkeit der Hubsäule',
  Equipment: 'Gerät',
  'A device with actions': 'Ein Gerät mit Aktionen',
  'Id or name of the action in the device: clamp, open…':
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
  'TCP to move to the target. Automatic: the TCP used to teach the position, or that of the active tool':
    'Was zum Ziel gebracht wird; automatisch ist, womit die Position eingelernt wurde, oder der TCP des Werkzeugs im Einsatz',
  'Of the speed limits': 'Von den Geschwindigkeitsgrenzen',
  'Of the speed limits; default: inherited':
    'Von den Geschwindigkeitsgrenzen; ohne Angabe die Geschwindigkeit des Schritts darum',
  'Of the speed limits, on the way to the pre-press position; the tool presses slowly':
    'Von den Geschwindigkeitsgrenzen, auf dem Weg zur Position vor dem Taster; gedrückt wird langsam',
  Blend: 'Überschleifen',
  'Blends into the following motion: an arc inside, or the next step if this one is a waypoint':
    'In die Bewegung, die von hier weitergeht: ein Bogen darin, oder der nächste Schritt, wenn dieser ein Wegpunkt ist',
  'Blend radius': 'Überschleifradius',
  '0 passes exactly through the waypoint; blends take at most half of the shorter segment':
    '0 fährt genau durch den Wegpunkt; Überschleifen nimmt höchstens die Hälfte der kürzeren Strecke',
  'Match joint angles': 'Gelenkwinkel einhalten',
  'On: exactly the taught joint angles. Off: the pose, in the nearest arm configuration that can be reached':
    'Ein: genau die eingelernten Gelenkwinkel. Aus: die Pose, in der nächsten erreichbaren Armstellung',
  'On: one motion with the next Move Arm steps, up to the first that is not a waypoint':
    'Ein: eine Bewegung mit den Schritten „Arm bewegen zu“ dahinter, bis zum ersten, der kein Wegpunkt ist',
  'Keep the plan': 'Plan behalten',
  'Off: the motion is planned again each time': 'Aus: Die Bewegung wird jedes Mal neu geplant',
  'Speed limits': 'Geschwindigkeitsgrenzen',
  'Custom speed limits': 'Eigene Geschwindigkeitsgrenzen',
  'Max. joint speeds': 'Größte Gelenkgeschwindigkeiten',
  'Max. TCP speed': 'Größte Geschwindigkeit der Werkzeugspitze',
  'Stop here': 'Hier anhalten',
  'Stops instead of blending': 'Kommt zum Stillstand, statt zu überschleifen',
  'Inherit blending': 'Überschleifen wie der Schritt darum',
  'Move the dynamic base to reach the position': 'Bewegliche Basis verfahren, um die Position zu erreichen',
  'Match the dynamic base position': 'Stellung der beweglichen Basis einhalten',
  Pallet: 'Palette',
  'Move to': 'Fahren zu',
  Offset: 'Versatz',
  'Offset from': 'Versatz von',
  'currentPosition is where the arm comes from: the waypoint before': '„Wo der Arm herkommt“ ist der Wegpunkt davor',
  'Frame of the offset: the base, the world, the tool, or a plane of three positions (by id in files)':
    'Die Achsen, denen der Versatz folgt: der Basis, der Welt, des Werkzeugs oder einer Ebene aus drei Positionen, die eine Datei mit ihrer ID nennt',
  'Frame of the offsets: the base, the world, or a plane of three positions (by id in files)':
    'Die Achsen, denen die Versätze folgen: der Basis, der Welt oder einer Ebene aus drei Positionen, die eine Datei mit ihrer ID nennt',
  'Unit of the offsets': 'Einheit der Versätze',
  'Offset x': 'Versatz x',
  'Offset y': 'Versatz y',
  'Offset z': 'Versatz z',
  Frame: 'Koordinatensystem',
  'Rotation x': 'Drehung x',
  'Rotation y': 'Drehung y',
  'Rotation z': 'Drehung z',
  'Rotations about the fixed axes of the frame: x, then y, then z':
    'Um die festen Achsen des Koordinatensystems: erst x, dann y, dann z',
  'Stop early': 'Vorzeitig anhalten',
  'JSON: a list of groups, each a condition or a list of conditions that must all be true':
    'JSON: eine Liste von Gruppen, jede eine Bedingung oder eine Liste von Bedingungen, die alle gelten müssen',
  'Point on the arc': 'Punkt auf dem Bogen',
  'Only its position counts: the tool rotates evenly from the start to the end of the arc':
    'Nur sein Ort zählt: Das Werkzeug dreht sich gleichmäßig vom Anfang bis zum Ende',
  'End of the arc': 'Ende des Bogens',
  'Pre-press position': 'Position vor dem Taster',
  'In front of the button; the tool returns here': 'Vor dem Taster; hierher kommt das Werkzeug zurück',
  'Press position': 'Position beim Drücken',
  'Maximum depth of the tool; reached along a line': 'So tief fährt das Werkzeug; es kommt auf einer Geraden dorthin',
  'The tool stops when it presses with this force': 'Drückt das Werkzeug mit dieser Kraft, fährt es nicht tiefer',
  'Press duration': 'Dauer des Drückens',
  '10 % is 20 N, 100 % is 120 N': '10 % sind 20 N, 100 % sind 120 N',
  Mass: 'Masse',
  'Mass from an expression': 'Masse aus einem Ausdruck',
  'Used instead of the mass when given': 'Gilt anstelle der Masse, wenn angegeben',

  // Control
  Condition: 'Bedingung',
  'The steps inside are played if it is true': 'Die Schritte darin werden ausgeführt, wenn sie gilt',
  Branch: 'Zweig',
  'elseIf and else come directly after an if, and are left out when a branch before them was taken':
    '„Sonst wenn“ und „Sonst“ stehen direkt nach einem „Wenn“ und werden ausgelassen, wenn ein Zweig davor genommen wurde',
  Times: 'Anzahl',
  'Without a number of times and a condition, it repeats forever': 'Ohne Anzahl und Bedingung wird endlos wiederholt',
  While: 'Solange',
  'Evaluated before each iteration': 'Wird vor jedem Mal geprüft',
  'Break exits the innermost loop; continue skips the rest of the iteration':
    '„Schleife beenden“ beendet die nächste Schleife darum; „Nächste Runde“ lässt den Rest der Runde aus',
  Time: 'Zeit',
  Until: 'Bis',
  'Evaluated every 100 ms; the step ends when it is true': 'Wird alle 100 ms geprüft; der Schritt endet, wenn sie gilt',
  'New value': 'Neuer Wert',
  'Global variable': 'Globale Variable',
  'The variable belongs to the cell and is shared by its routines':
    'Die Variable gehört der Zelle, ihre Abläufe teilen sie',
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
  'Text for the operator: what is wrong and what to do': 'Was der Bediener liest: was nicht stimmt und was zu tun ist',
  'The routine can continue': 'Der Ablauf kann weitergehen',
  'It pauses until a user recovers and resumes; otherwise it ends here':
    'Er wird angehalten, bis die Störung behoben und er fortgesetzt ist; sonst endet er hier',
  'Question for the operator': 'Was der Bediener gefragt wird',
  Answer: 'Antwort',
  'confirm: by a button; choice: one of several; freeform: in words':
    '„Bestätigen“: mit einer Taste; „Auswählen“: eine von mehreren; „In Worten“: als Text',
  Choices: 'Auswahl',
  'For a choice: one option per line': 'Wo eine von mehreren gewählt wird: eine in jeder Zeile',
  'Needs words': 'Braucht Text',
  'For text: the answer must not be empty': 'Wo in Worten geantwortet wird: Die Antwort darf nicht leer sein',
  'Answered by': 'Antwort von',
  'holder: who controls the robot; anyone: every signed-in operator, also on another device':
    '„Wer steuert“: nur wer den Roboter steuert; „Jeder“: jeder angemeldete Bediener, auch an einem anderen Gerät',
  Delay: 'Verzögerung',
  'Wait time after the answer, so that people can step back':
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
  'Name or id of the register in the device': 'Name oder Kennung im Gerät',
  Variable: 'Variable',
  'Receives the value': 'Nimmt auf, was gelesen wird',
  Value: 'Wert',
  'Is written': 'Wird geschrieben',
  Method: 'Methode',
  HTTP: 'HTTP',
  Address: 'Adresse',
  'HTTP: begins with http:// or https://': 'HTTP: beginnt mit http:// oder https://',
  Headers: 'Kopfzeilen',
  Header: 'Kopfzeile',
  Body: 'Inhalt',
  'HTTP: request body; not with GET': 'HTTP: der Text, der gesendet wird; nicht bei GET',
  'Response values': 'Werte der Antwort',
  'HTTP: variables for parts of the response': 'HTTP: welche Variable welchen Teil davon aufnimmt',
  Path: 'Pfad',
  'Path in a JSON response, for example order.parts.0.count; empty for the whole response as text':
    'Wo es in einer JSON-Antwort steht, etwa order.parts.0.count; leer für die ganze Antwort als Text',
  'Accept any status': 'Jeden Status annehmen',
  'HTTP: off: a status other than 200 to 299 is a failure':
    'HTTP: Ist es aus, gilt jede andere Antwort als 200 bis 299 als Fehler',
  'Time to answer': 'Antwortzeit',
  'HTTP: from connecting to the end of the response; Modbus devices have their own time limits':
    'HTTP: vom Verbinden bis zum Ende der Antwort; ein Modbus-Gerät hat eigene Zeiten',
  'Pause on failure': 'Bei Fehler pausieren',
  'The routine pauses until a user recovers and resumes. Off: it continues, and the variables of the step have the reason':
    'Der Ablauf hält an, bis die Störung behoben und er fortgesetzt ist. Aus: Er geht weiter, und der Schritt nennt den Grund in seinen Variablen',
  'Send again after a failure': 'Nach einem Fehler erneut senden',
  'When the routine is resumed. Off: only requests that were certainly not sent are sent':
    'Wenn der Ablauf fortgesetzt wird. Aus: Dann wird nur gesendet, was sicher nicht gesendet wurde',
  'Simulated answer': 'Simulierte Antwort',
  'HTTP: simulated response for the simulated robot and the twin; default: the server is used there too':
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
  'Shows the numbers of layer and box on them': 'Lage und Karton stehen darauf',
  Layer: 'Lage',
  'Numbered from 1, bottom to top': 'Gezählt ab 1, von unten nach oben',
  Box: 'Karton',
  'Numbered from 1, in the order in which the boxes of the layer are placed':
    'Gezählt ab 1, in der Reihenfolge, in der die Kartons der Lage abgelegt werden',
  'Box type': 'Kartontyp',
  'Only boxes of this type': 'Nur Kartons dieses Typs',
  'Pallet base': 'Palettenplatz',
  'Default: all pallets of the boxes': 'Ohne Auswahl: jede Palette der Kartons',
  Positions: 'Positionen',
  Workpiece: 'Werkstück',
  Where: 'Wo',
  'tooltip: in the tool, and it moves with it. pickup: where boxes of its type are taken':
    '„Am Werkzeug“: im Werkzeug, und es bewegt sich mit. „Aufnehmen“: wo Kartons seines Typs genommen werden',
};
