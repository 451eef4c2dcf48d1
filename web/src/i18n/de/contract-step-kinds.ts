/** Names, descriptions, questions and refusals of step kinds, by the English. */
export const deStepKinds: Readonly<Record<string, string>> = {
  'Actuate gripper': 'Greifer betätigen',
  'Opens or closes the gripper. While it is busy or unreachable the step tries again every 100 ms.':
    'Öffnet oder schließt den Greifer. Solange er beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Actuate screwdriver': 'Schrauber betätigen',
  'Tightens or loosens a screw, takes one up, or moves the shank. While the screwdriver is busy or unreachable the step tries again every 100 ms.':
    'Zieht eine Schraube an, löst sie, nimmt eine auf oder fährt den Schaft. Solange der Schrauber beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Actuate vacuum': 'Vakuum betätigen',
  'Grips with the cups of a vacuum gripper, or lets go. While it is busy or unreachable the step tries again every 100 ms.':
    'Greift mit den Saugern eines Vakuumgreifers oder lässt los. Solange er beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Add offset': 'Versatz addieren',
  'Shifts every target of the moves inside it. Offsets inside offsets add up. Expressions are looked at when the step begins.':
    'Verschiebt jedes Ziel der Bewegungen darin. Ineinander liegende Versätze addieren sich. Ausdrücke werden ausgewertet, wenn der Schritt beginnt.',
  'Anticipate payload': 'Traglast ankündigen',
  'Tells the arm the mass that its tool holds from now on. The tool itself is counted already, by its device.':
    'Teilt dem Arm die Masse mit, die sein Werkzeug ab jetzt hält. Das Werkzeug selbst ist über sein Gerät schon mitgezählt.',
  'Code block': 'Code-Block',
  'Runs JavaScript of the cell in a process of its own and waits until it ends. It cannot be paused: that fails the step.':
    'Führt JavaScript der Zelle in einem eigenen Prozess aus und wartet, bis es endet. Anhalten geht nicht: Der Schritt schlägt dann fehl.',
  'A code block cannot be taken up in its middle. Choose the step to go on with: the code block itself or another':
    'Ein Code-Block kann nicht in der Mitte fortgesetzt werden. Den Schritt wählen, mit dem es weitergeht: den Code-Block selbst oder einen anderen',
  If: 'Wenn',
  'Plays the steps inside when a condition holds. If steps directly after it, with the branches elseIf and else, are what is played otherwise.':
    'Führt die Schritte darin aus, wenn eine Bedingung gilt. Wenn-Schritte direkt danach, mit den Zweigen „Sonst wenn“ und „Sonst“, werden andernfalls ausgeführt.',
  'This step is inside a branch. Start here, whatever the condition of the branch says?':
    'Dieser Schritt liegt in einem Zweig. Hier beginnen, was auch immer die Bedingung des Zweigs ergibt?',
  Loop: 'Schleife',
  'Repeats the steps inside: a number of times, while a condition holds, or forever.':
    'Wiederholt die Schritte darin: eine Anzahl von Malen, solange eine Bedingung gilt, oder endlos.',
  'This step is inside a loop. Start here, in the first round of the loop?':
    'Dieser Schritt liegt in einer Schleife. Hier beginnen, in der ersten Runde der Schleife?',
  'Loop control': 'Schleife steuern',
  'Ends the nearest loop around it, or leaves out the rest of its round.':
    'Beendet die nächste Schleife darum oder lässt den Rest ihrer Runde aus.',
  Arc: 'Bogen',
  'Moves along a circle, from where the step before it ends, through one point to another, at constant tool speed.':
    'Fährt auf einem Kreis, vom Ende des Schritts davor über einen Punkt zu einem anderen, mit konstanter Geschwindigkeit des Werkzeugs.',
  'Move arm to': 'Arm bewegen zu',
  'Moves the arm to one position, and from there along the arcs inside it.':
    'Bewegt den Arm zu einer Position und von dort auf den Bögen darin weiter.',
  'Move arm': 'Arm bewegen',
  'Moves the arm through the waypoints inside it in one motion, blended where asked. Outputs and variables set between waypoints are set at rest.':
    'Bewegt den Arm in einer Bewegung durch die Wegpunkte darin, wo gewünscht mit Überschleifen. Ausgänge und Variablen zwischen Wegpunkten werden im Stillstand gesetzt.',
  'Move vertical lift': 'Hubsäule fahren',
  'Drives the lift that the arm stands on to a height. The arm stands still meanwhile, and moves after it are planned from there.':
    'Fährt die Hubsäule, auf der der Arm steht, auf eine Höhe. Der Arm steht währenddessen still; Bewegungen danach werden von dort geplant.',
  'Network request': 'Netzwerkanfrage',
  'Reads or writes registers of a device over Modbus TCP, or sends a request over HTTP. Nothing is sent twice unless the step says so.':
    'Liest oder schreibt Register eines Geräts über Modbus TCP oder sendet eine Anfrage über HTTP. Nichts wird zweimal gesendet, außer der Schritt erlaubt es.',
  'Operate equipment': 'Gerät bedienen',
  'Carries out an action of a custom device and waits until it is done. While the device is busy or unreachable the step tries again every 100 ms.':
    'Führt eine Aktion eines eigenen Geräts aus und wartet, bis sie fertig ist. Solange das Gerät beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Press button': 'Taster drücken',
  'Moves before a button, presses it to a depth or until the tool presses with a force, holds it, and moves back.':
    'Fährt vor einen Taster, drückt ihn bis zu einer Tiefe oder bis das Werkzeug mit einer Kraft drückt, hält ihn und fährt zurück.',
  'Push mode': 'Andrücken',
  'Lets the moves inside it press on what they meet: slowly, and each only until the tool presses with the force. A move that meets nothing goes on to its target. A force sensor that is switched on measures it, else the arm estimates it.':
    'Lässt die Bewegungen darin andrücken, worauf sie treffen: langsam, und jede nur, bis das Werkzeug mit der Kraft drückt. Eine Bewegung, die auf nichts trifft, geht bis zu ihrem Ziel. Ein eingeschalteter Kraftsensor misst die Kraft, sonst schätzt sie der Arm.',
  'What the tool pressed on may have moved: a push cannot be taken up in its middle. Choose a step outside it':
    'Worauf das Werkzeug drückte, kann sich bewegt haben: Andrücken kann nicht in der Mitte fortgesetzt werden. Einen Schritt außerhalb wählen',
  'Run in background': 'Im Hintergrund ausführen',
  'Plays the steps inside beside those that follow, until they end or the routine does. Reached again while they play, it lets them go on.':
    'Führt die Schritte darin neben den folgenden aus, bis sie oder der Ablauf enden. Wird er erneut erreicht, während sie laufen, laufen sie weiter.',
  'Set variable': 'Variable setzen',
  'Gives a variable of the routine or the cell a new value.':
    'Gibt einer Variablen des Ablaufs oder der Zelle einen neuen Wert.',
  'Set I/O': 'E/A setzen',
  'Sets outputs, relays and flange outputs. Safety outputs cannot be set.':
    'Setzt Ausgänge, Relais und Flanschausgänge. Sicherheitsausgänge können nicht gesetzt werden.',
  'Trigger fault': 'Störung auslösen',
  'Puts the robot into failure with a message: ends the routine, or holds it until somebody has recovered.':
    'Versetzt den Roboter mit einer Meldung in Störung: beendet den Ablauf oder hält ihn an, bis die Störung behoben ist.',
  'Update visualization': 'Darstellung ändern',
  'Shows or hides boxes on pallets, positions or the workpiece for everybody. Boxes that are shown as placed are in the way of the arm until they are hidden.':
    'Zeigt oder verbirgt Kartons auf Paletten, Positionen oder das Werkstück, für alle. Kartons, die als abgelegt gezeigt werden, stehen dem Arm im Weg, bis sie verborgen sind.',
  Wait: 'Warten',
  'Waits for a time, or until a condition holds. A pause keeps the remaining time.':
    'Wartet eine Zeit lang oder bis eine Bedingung gilt. Eine Pause behält die Restzeit.',
  'Wait for confirmation': 'Auf Bestätigung warten',
  'Pauses the routine and asks the operator; after the answer it waits a moment and goes on.':
    'Hält den Ablauf an und fragt den Bediener; nach der Antwort wartet er einen Augenblick und läuft weiter.',
  Waypoint: 'Wegpunkt',
  'One position that the move step around it leads through or to.':
    'Eine Position, durch die oder zu der die Bewegung darum führt.',
};
