/** Names, descriptions, questions and refusals of step kinds, by the English. */
export const deStepKinds: Readonly<Record<string, string>> = {
  'Actuate gripper': 'Greifer betätigen',
  'Opens or closes the gripper. While it is busy or unreachable, the step retries every 100 ms.':
    'Öffnet oder schließt den Greifer. Solange er beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Actuate screwdriver': 'Schrauber betätigen',
  'Tightens, loosens or picks up a screw, or moves the shank. While the screwdriver is busy or unreachable, the step retries every 100 ms.':
    'Zieht eine Schraube an, löst sie, nimmt eine auf oder fährt den Schaft. Solange der Schrauber beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Actuate vacuum': 'Vakuum betätigen',
  'Grips or releases with the cups of a vacuum gripper. While it is busy or unreachable, the step retries every 100 ms.':
    'Greift mit den Saugern eines Vakuumgreifers oder lässt los. Solange er beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Add offset': 'Versatz addieren',
  'Shifts every target of the moves inside it. Nested offsets add up. Expressions are evaluated when the step starts.':
    'Verschiebt jedes Ziel der Bewegungen darin. Ineinander liegende Versätze addieren sich. Ausdrücke werden ausgewertet, wenn der Schritt beginnt.',
  'Anticipate payload': 'Traglast ankündigen',
  'Sets the mass held by the tool from now on. The mass of the tool itself is already included.':
    'Teilt dem Arm die Masse mit, die sein Werkzeug ab jetzt hält. Das Werkzeug selbst ist über sein Gerät schon mitgezählt.',
  'Code block': 'Code-Block',
  'Runs JavaScript of the cell in a process of its own and waits until it ends. It cannot be paused: that fails the step.':
    'Führt JavaScript der Zelle in einem eigenen Prozess aus und wartet, bis es endet. Anhalten geht nicht: Der Schritt schlägt dann fehl.',
  'A code block cannot be resumed in the middle. Choose the step to continue with: the code block itself or another':
    'Ein Code-Block kann nicht in der Mitte fortgesetzt werden. Den Schritt wählen, mit dem es weitergeht: den Code-Block selbst oder einen anderen',
  If: 'Wenn',
  'Plays the steps inside if a condition is true. Otherwise plays the elseIf or else branch in the If steps directly after it.':
    'Führt die Schritte darin aus, wenn eine Bedingung gilt. Wenn-Schritte direkt danach, mit den Zweigen „Sonst wenn“ und „Sonst“, werden andernfalls ausgeführt.',
  'This step is inside a branch. Start here regardless of the condition of the branch?':
    'Dieser Schritt liegt in einem Zweig. Hier beginnen, was auch immer die Bedingung des Zweigs ergibt?',
  Loop: 'Schleife',
  'Repeats the steps inside: a number of times, while a condition is true, or forever.':
    'Wiederholt die Schritte darin: eine Anzahl von Malen, solange eine Bedingung gilt, oder endlos.',
  'This step is inside a loop. Start here, in the first iteration of the loop?':
    'Dieser Schritt liegt in einer Schleife. Hier beginnen, in der ersten Runde der Schleife?',
  'Loop control': 'Schleife steuern',
  'Exits the innermost loop, or skips the rest of its iteration.':
    'Beendet die nächste Schleife darum oder lässt den Rest ihrer Runde aus.',
  Arc: 'Bogen',
  'Moves along a circular arc from the end of the previous step through one point to another, at constant tool speed.':
    'Fährt auf einem Kreis, vom Ende des Schritts davor über einen Punkt zu einem anderen, mit konstanter Geschwindigkeit des Werkzeugs.',
  'Move arm to': 'Arm bewegen zu',
  'Moves the arm to one position, and from there along the arcs inside it.':
    'Bewegt den Arm zu einer Position und von dort auf den Bögen darin weiter.',
  'Move arm': 'Arm bewegen',
  'Moves the arm through the waypoints inside it in one motion, blended where asked. Outputs and variables set between waypoints are set at rest.':
    'Bewegt den Arm in einer Bewegung durch die Wegpunkte darin, wo gewünscht mit Überschleifen. Ausgänge und Variablen zwischen Wegpunkten werden im Stillstand gesetzt.',
  'Move vertical lift': 'Hubsäule fahren',
  'Moves the lift under the arm to a height. The arm does not move meanwhile, and later moves are planned from there.':
    'Fährt die Hubsäule, auf der der Arm steht, auf eine Höhe. Der Arm steht währenddessen still; Bewegungen danach werden von dort geplant.',
  'Network request': 'Netzwerkanfrage',
  'Reads or writes registers of a device over Modbus TCP, or sends a request over HTTP. Nothing is sent twice unless the step allows it.':
    'Liest oder schreibt Register eines Geräts über Modbus TCP oder sendet eine Anfrage über HTTP. Nichts wird zweimal gesendet, außer der Schritt erlaubt es.',
  'Operate equipment': 'Gerät bedienen',
  'Runs an action of a custom device and waits until it is done. While the device is busy or unreachable, the step retries every 100 ms.':
    'Führt eine Aktion eines eigenen Geräts aus und wartet, bis sie fertig ist. Solange das Gerät beschäftigt oder nicht erreichbar ist, versucht es der Schritt alle 100 ms erneut.',
  'Press button': 'Taster drücken',
  'Moves in front of a button, presses it to a depth or with a force, holds it, and moves back.':
    'Fährt vor einen Taster, drückt ihn bis zu einer Tiefe oder bis das Werkzeug mit einer Kraft drückt, hält ihn und fährt zurück.',
  'Push mode': 'Andrücken',
  'Lets the moves inside it press on contacts: slowly, and each only until the tool presses with the force. Without contact a move continues to its target. An enabled force sensor measures the force, otherwise the arm estimates it.':
    'Lässt die Bewegungen darin andrücken, worauf sie treffen: langsam, und jede nur, bis das Werkzeug mit der Kraft drückt. Eine Bewegung, die auf nichts trifft, geht bis zu ihrem Ziel. Ein eingeschalteter Kraftsensor misst die Kraft, sonst schätzt sie der Arm.',
  'A push cannot be resumed in the middle: the pressed part may have moved. Choose a step outside it':
    'Worauf das Werkzeug drückte, kann sich bewegt haben: Andrücken kann nicht in der Mitte fortgesetzt werden. Einen Schritt außerhalb wählen',
  'Run in background': 'Im Hintergrund ausführen',
  'Plays the steps inside in parallel to the steps that follow, until they or the routine end. If the step is reached again meanwhile, they continue.':
    'Führt die Schritte darin neben den folgenden aus, bis sie oder der Ablauf enden. Wird er erneut erreicht, während sie laufen, laufen sie weiter.',
  'Set variable': 'Variable setzen',
  'Sets a variable of the routine or the cell.': 'Gibt einer Variablen des Ablaufs oder der Zelle einen neuen Wert.',
  'Set I/O': 'E/A setzen',
  'Sets outputs, relays and flange outputs. Safety outputs cannot be set.':
    'Setzt Ausgänge, Relais und Flanschausgänge. Sicherheitsausgänge können nicht gesetzt werden.',
  'Trigger fault': 'Störung auslösen',
  'Puts the robot into Failure with a message: ends the routine, or pauses it until a user recovers.':
    'Versetzt den Roboter mit einer Meldung in Störung: beendet den Ablauf oder hält ihn an, bis die Störung behoben ist.',
  'Update visualization': 'Darstellung ändern',
  'Shows or hides boxes on pallets, positions or the workpiece for all users. Boxes shown as placed are obstacles until they are hidden.':
    'Zeigt oder verbirgt Kartons auf Paletten, Positionen oder das Werkstück, für alle. Kartons, die als abgelegt gezeigt werden, stehen dem Arm im Weg, bis sie verborgen sind.',
  Wait: 'Warten',
  'Waits for a time, or until a condition is true. A pause keeps the remaining time.':
    'Wartet eine Zeit lang oder bis eine Bedingung gilt. Eine Pause behält die Restzeit.',
  'Wait for confirmation': 'Auf Bestätigung warten',
  'Pauses the routine and asks the operator. After the answer it waits for the delay and continues.':
    'Hält den Ablauf an und fragt den Bediener; nach der Antwort wartet er einen Augenblick und läuft weiter.',
  Waypoint: 'Wegpunkt',
  'A position that the enclosing move step passes or ends at.':
    'Eine Position, durch die oder zu der die Bewegung darum führt.',
};
