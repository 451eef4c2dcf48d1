/**
 * German texts of messages from the cell, by the English message. `{0}` to `{9}` are the parts that vary, and may appear
 * in another order.
 */
export const cellMessages: Readonly<Record<string, string>> = {
  // Commands to the robot that are refused.
  'Release the brakes first': 'Lösen Sie zuerst die Bremsen',
  'Engage the brakes first': 'Schließen Sie zuerst die Bremsen',
  'The arm has not stopped': 'Der Arm steht noch nicht still',
  'The robot controller is not connected': 'Die Robotersteuerung ist nicht verbunden',
  'The robot controller is not connected. Try again in a moment':
    'Die Robotersteuerung ist nicht verbunden. Versuchen Sie es gleich wieder',
  'The robot controller is not connected. Wait for it to return':
    'Die Robotersteuerung ist nicht verbunden. Warten Sie, bis sie wieder da ist',
  'No routine is running': 'Es läuft kein Ablauf',
  'No routine is playing': 'Es läuft kein Ablauf',
  'No routine is paused': 'Kein Ablauf ist angehalten',
  'No routine is loaded. Load one first': 'Kein Ablauf ist geladen. Laden Sie zuerst einen',
  'The routine is not playing': 'Der Ablauf läuft nicht',
  'The routine is already paused': 'Der Ablauf ist schon angehalten',
  'The routine is being resumed': 'Der Ablauf wird gerade fortgesetzt',
  'The step is disabled. Enable it first': 'Der Schritt ist ausgeschaltet. Schalten Sie ihn zuerst ein',
  'The run is playing. Stop it first': 'Der Lauf läuft noch. Beenden Sie ihn zuerst',
  'A routine is running. Stop it first': 'Es läuft ein Ablauf. Beenden Sie ihn zuerst',
  'A routine is running. Stop it before clearing objects':
    'Es läuft ein Ablauf. Beenden Sie ihn, bevor Sie Gegenstände entfernen',
  'A routine is running. Pause or stop it, then try the device':
    'Es läuft ein Ablauf. Halten Sie ihn an oder beenden Sie ihn, dann versuchen Sie das Gerät',
  'A routine is running. Pause or stop it, then choose the tool':
    'Es läuft ein Ablauf. Halten Sie ihn an oder beenden Sie ihn, dann wählen Sie das Werkzeug',
  'Another routine was started in the meantime. Stop it before loading':
    'Inzwischen wurde ein anderer Ablauf gestartet. Beenden Sie ihn vor dem Laden',
  'The arm is moving. Wait until it has stopped, then choose the tool':
    'Der Arm bewegt sich. Warten Sie, bis er steht, dann wählen Sie das Werkzeug',
  'Guided mode is not active': 'Die Handführung ist nicht aktiv',
  'A stop was requested first': 'Vorher wurde ein Stopp verlangt',
  'A stop was requested first. Send it again if you still need it':
    'Vorher wurde ein Stopp verlangt. Drücken Sie noch einmal, wenn Sie es noch wollen',
  'A stop was requested after this was sent. Send it again if you still need it':
    'Inzwischen wurde ein Stopp verlangt. Drücken Sie noch einmal, wenn Sie es noch wollen',
  'A stop was requested meanwhile. Release the brakes again':
    'Inzwischen wurde ein Stopp verlangt. Lösen Sie die Bremsen noch einmal',
  'A stop was requested while the routine was loading. Load it again':
    'Während des Ladens wurde ein Stopp verlangt. Laden Sie den Ablauf noch einmal',
  'A stop ended the command': 'Ein Stopp hat den Befehl beendet',
  'The robot did not confirm the stop. Use the emergency stop':
    'Der Roboter hat den Stopp nicht bestätigt. Drücken Sie den Not-Halt',
  '{0} has control but lost the connection. Take over control, then resume':
    '{0} steuert, ist aber nicht mehr verbunden. Übernehmen Sie die Steuerung, dann setzen Sie fort',
  'This step shows no prompt now: it was answered, or the run has continued or ended':
    'Dieser Schritt fragt nicht mehr: Er wurde beantwortet, oder der Lauf ging weiter oder endete',
  'The delay of this step is over. Pause or stop the run':
    'Die Wartezeit dieses Schritts ist vorbei. Halten Sie den Lauf an oder beenden Sie ihn',
  // Starting and continuing a run.
  'the pause': 'der Pause',
  'the interruption': 'der Unterbrechung',
  'box {0}.{1} on {2}': 'Karton {0}.{1} auf {2}',
  'An emergency stop is pressed. Release it, then recover':
    'Ein Not-Halt ist gedrückt. Lösen Sie ihn, dann beheben Sie die Störung',
  'The safeguard is open. Close it first, and reset it if it has a reset':
    'Die Schutztür ist offen. Schließen Sie sie, und quittieren Sie sie, wenn sie das verlangt',
  'ROS controls the arm. Take it back from ROS first': 'ROS steuert den Arm. Nehmen Sie ROS zuerst die Steuerung',
  'The routine is already playing': 'Der Ablauf läuft schon',
  'The routine does not have this step': 'Diesen Schritt gibt es im Ablauf nicht',
  'The step is disabled in the routine. Enable it there':
    'Der Schritt ist im Ablauf ausgeschaltet. Schalten Sie ihn dort ein',
  'The routine shows a prompt: {0}. Answer it to continue': 'Der Ablauf fragt: {0}. Antworten Sie, damit er weitergeht',
  'A pause or stop came first. Not resumed': 'Vorher kam eine Pause oder ein Stopp. Nicht fortgesetzt',
  'Another routine was loaded in the meantime': 'Inzwischen wurde ein anderer Ablauf geladen',
  'Another routine was loaded since {0}. Stop the run, then play again':
    'Seit {0} wurde ein anderer Ablauf geladen. Beenden Sie den Lauf, dann starten Sie neu',
  'The base of the arm was moved during a move. Put it back and resume, or stop and start again':
    'Der Sockel wurde während einer Bewegung verschoben. Stellen Sie ihn zurück und setzen Sie fort, oder beenden Sie den Lauf und starten Sie neu',
  'The base of the arm was moved since {0}. Put it back, or stop and start again':
    'Der Sockel wurde seit {0} verschoben. Stellen Sie ihn zurück, oder beenden Sie den Lauf und starten Sie neu',
  'The payload changed from {0} kg at {1} to {2} kg. Set it again, or stop the run':
    'Die Nutzlast war bei {1} {0} kg und ist jetzt {2} kg. Stellen Sie sie wieder ein, oder beenden Sie den Lauf',
  'The arm is not where the routine paused (joint {0}). Return to the pause position, then resume':
    'Der Arm steht nicht dort, wo der Ablauf angehalten wurde (Achse {0}). Fahren Sie ihn zurück, dann setzen Sie fort',
  'The arm is not where the run was interrupted (joint {0}). Return there while you hold the button, then resume':
    'Der Arm steht nicht dort, wo der Lauf endete (Achse {0}). Halten Sie die Taste, bis er dort ist, dann setzen Sie fort',
  '{0} during a move. Change it back and resume, or stop and start again':
    'Während einer Bewegung änderte sich das Werkzeug ({0}). Machen Sie das rückgängig und setzen Sie fort, oder beenden Sie den Lauf und starten Sie neu',
  '{0} since {1}. Change it back, or stop and start again':
    'Seit {1} änderte sich das Werkzeug ({0}). Machen Sie das rückgängig, oder beenden Sie den Lauf und starten Sie neu',
  "The tool's {0}": '{0}',
  "The tool changed from '{0}' to '{1}': its {2}": 'von „{0}“ zu „{1}“, {2}',
  'TCP moved by {0}': 'TCP um {0} verschoben',
  'TCP turned by {0}': 'TCP um {0} gedreht',
  'TCP of end {0} moved by {1}': 'TCP am Ende {0} um {1} verschoben',
  'TCP of end {0} turned by {1}': 'TCP am Ende {0} um {1} gedreht',
  'mass changed from {0} kg to {1} kg': 'Masse von {0} kg auf {1} kg',
  'centre of gravity moved by {0}': 'Schwerpunkt um {0} verschoben',
  'collision boxes changed': 'andere Kollisionskörper',
  'A weld cannot be continued in the middle. Check the seam, then choose the step to continue with: the weld itself or another':
    'Eine Schweißnaht geht nicht in der Mitte weiter. Prüfen Sie die Naht, dann wählen Sie den Schritt, mit dem es weitergeht: die Naht selbst oder einen anderen',
  'The step is no longer in the routine. Play from the start':
    'Den Schritt gibt es im Ablauf nicht mehr. Starten Sie von vorn',
  'Step {0} is disabled. Choose another': 'Schritt {0} ist ausgeschaltet. Wählen Sie einen anderen',
  'Step {0} ({1}) plays in the background. Choose a step of the routine itself':
    'Schritt {0} läuft im Hintergrund. Wählen Sie einen Schritt des Ablaufs selbst',
  'The run was not inside step {0} ({1}), so its progress there is unknown. Choose step {2} itself or a step outside it':
    'Der Lauf war nicht in Schritt {0}; wie weit er dort wäre, ist unbekannt. Wählen Sie Schritt {0} selbst oder einen außerhalb',
  'Step {0} starts from the position of the arm at its start, which is no longer known. Choose an earlier step':
    'Schritt {0} beginnt dort, wo der Arm steht, und das ist nicht mehr bekannt. Wählen Sie einen früheren Schritt',
  'The robot does not have this run. Play the routine from the start':
    'Der Roboter hat diesen Lauf nicht. Starten Sie den Ablauf von vorn',
  'The run had not started its first step. Play the routine from the start':
    'Der Lauf hatte noch keinen Schritt begonnen. Starten Sie den Ablauf von vorn',
  'The run has completed. Play the routine again': 'Der Lauf ist fertig. Starten Sie den Ablauf noch einmal',
  'This run has no data to continue from. Play the routine from the start':
    'Der Lauf hat keine Daten zum Fortsetzen. Starten Sie den Ablauf von vorn',
  'The stored variables of the run are incomplete. Play the routine from the start':
    'Die gespeicherten Variablen des Laufs sind unvollständig. Starten Sie den Ablauf von vorn',
  // Recovery.
  'This failure requires a restart of the robot controller':
    'Diese Störung verlangt einen Neustart der Robotersteuerung',
  'This failure cannot be recovered under power. Engage the brakes, then recover':
    'Diese Störung ist nur mit geschlossenen Bremsen zu beheben. Schließen Sie die Bremsen, dann beheben Sie die Störung',
  'The run is still ending. Try again in a moment': 'Der Lauf endet gerade noch. Versuchen Sie es gleich wieder',
  'The robot failed again while recovering': 'Beim Beheben trat die Störung wieder auf',
  'The arm is being guided. Release it, then recover':
    'Der Arm wird von Hand geführt. Lassen Sie ihn los, dann beheben Sie die Störung',
  'Restart the robot controller, then recover': 'Starten Sie die Robotersteuerung neu, dann beheben Sie die Störung',
  'Close the safeguard (and reset it if it has a reset), then recover':
    'Schließen Sie die Schutztür (und quittieren Sie sie, wenn sie das verlangt), dann beheben Sie die Störung',
  // Stops of the robot controller.
  'Emergency stop button': 'Not-Halt-Taster',
  'Emergency stop button ({0}).': 'Not-Halt-Taster ({0}).',
  'Software emergency stop': 'Not-Halt aus der Software',
  'Controller fault': 'Fehler der Robotersteuerung',
  'A joint is beyond its limit': 'Eine Achse ist jenseits ihrer Grenze',
  'The arm is in contact with an object': 'Der Arm berührt einen Gegenstand',
  'Unexpected torque on a joint': 'Unerwartetes Drehmoment an einer Achse',
  'A brake does not release': 'Eine Bremse löst sich nicht',
  'The safety processor does not answer': 'Der Sicherheitsprozessor antwortet nicht',
  'The cell no longer sends commands to the arm': 'Die Zelle sendet dem Arm keine Befehle mehr',
  'The cell no longer sends commands to the arm ({0}).': 'Die Zelle sendet dem Arm keine Befehle mehr ({0}).',
  'Another program took control of the arm': 'Ein anderes Programm hat die Steuerung des Arms übernommen',
  'The robot controller no longer answers': 'Die Robotersteuerung antwortet nicht mehr',
  'The robot controller no longer answers ({0}).': 'Die Robotersteuerung antwortet nicht mehr ({0}).',
  // Failed steps.
  'timeout of {0}ms reached': 'Der Schritt dauerte länger als {0} ms',
  'Failed to actuate gripper': 'Der Greifer hat sich nicht bewegt',
  'Failed to actuate vacuum gripper': 'Der Vakuumgreifer hat nicht geschaltet',
  'Failed to actuate screwdriver': 'Der Schrauber hat nicht geschaltet',
  'Failed to move vertical lift': 'Die Hubsäule hat sich nicht bewegt',
  'Equipment action failed': 'Die Aktion des Geräts ist fehlgeschlagen',
  'Changing output IO did not work': 'Der Ausgang wurde nicht geschaltet',
  'Failed to generate motion plan': 'Die Bewegung wurde nicht geplant',
  'Motion planning unsuccessful: {0}.': 'Die Bewegung ist nicht möglich: {0}.',
  'Device actuation during waypoint failed': 'Ein Gerät hat am Wegpunkt nicht geschaltet',
  'No wrist camera found in Equipment': 'Es gibt keine Kamera am Handgelenk',
  'The step was not executed because the database did not answer for {0} s. {1}':
    'Der Schritt wurde nicht ausgeführt, weil die Datenbank {0} s lang nicht antwortete. {1}',
  "'{0}' is not mounted on the flange of the {1} robot. Mount it in Devices, then try again":
    '„{0}“ ist nicht am Flansch montiert. Montieren Sie es unter Geräte, dann versuchen Sie es wieder',
  "The force sensor '{0}' does not measure: {1}. A push needs it: check it in Devices, or disable it there":
    'Der Kraftsensor „{0}“ misst nicht: {1}. Prüfen Sie ihn unter Geräte, oder schalten Sie ihn dort aus',
  'The step has run for {0} ms of its limit of {1} ms': 'Der Schritt läuft seit {0} ms, erlaubt sind {1} ms',
  'The step did not end within {0} ms of the stop and was aborted':
    'Der Schritt endete {0} ms nach dem Stopp noch nicht und wurde abgebrochen',
  // Devices that did not do what a step commanded.
  'The {0} did not end the command within {1} s and was stopped. {2}. Check it before continuing':
    'Der Befehl endete nicht in {1} s und wurde abgebrochen. {2}. Sehen Sie nach, bevor Sie fortsetzen',
  'It did not answer': 'Das Gerät antwortete nicht',
  'It was still busy': 'Das Gerät war noch beschäftigt',
  'The gripper may have moved. Check it before continuing':
    'Der Greifer hat sich vielleicht bewegt. Sehen Sie nach, bevor Sie fortsetzen',
  'The connection to the gripper was lost during the move': 'Die Verbindung zum Greifer riss während der Bewegung ab',
  'The gripper was not ready to move after {0} ms': 'Der Greifer war nach {0} ms nicht bereit',
  'The gripper was still moving after {0} ms and was stopped':
    'Der Greifer bewegte sich nach {0} ms noch und wurde angehalten',
  'The fingers stopped at {0}; check for a part or an obstacle between them':
    'Die Finger hielten bei {0} an. Prüfen Sie, ob ein Teil oder etwas anderes dazwischen ist',
  "{0}; check the gripper's power, cable and address": '{0}. Prüfen Sie Strom, Kabel und Adresse des Greifers',
  '{0}; check the power, cable and address of the {1}': '{0}. Prüfen Sie Strom, Kabel und Adresse des Geräts',
  // State of devices.
  'The device did not answer within {0} ms': 'Das Gerät antwortete nicht in {0} ms',
  'The device was not ready within {0} ms': 'Das Gerät war in {0} ms nicht bereit',
  'No connection to {0} within {1} ms': 'Keine Verbindung zu {0} in {1} ms',
  'No connection to {0}: {1}': 'Keine Verbindung zu {0}: {1}',
  'No connection to the machine': 'Keine Verbindung zur Maschine',
  'The device is busy: {0}': 'Das Gerät ist beschäftigt: {0}',
  'The control is busy': 'Die Steuerung der Maschine ist beschäftigt',
  'The gateway cannot reach the device: {0}': 'Das Gateway erreicht das Gerät nicht: {0}',
  'The device did not answer its gateway, so it is unknown whether the request was carried out: {0}':
    'Das Gerät antwortete seinem Gateway nicht; vielleicht hat es die Anfrage ausgeführt: {0}',
  'The device refused the request: {0}': 'Das Gerät lehnte die Anfrage ab: {0}',
  'The control box does not answer': 'Die Robotersteuerung antwortet nicht',
  'The connection to the force sensor was closed': 'Die Verbindung zum Kraftsensor wurde getrennt',
  'The simulator of this device is not running': 'Der Simulator dieses Geräts läuft nicht',
  'The equipment service is shutting down': 'Der Dienst für die Geräte wird beendet',
  "The configuration of '{0}' is not valid: {1}": 'Die Einstellungen von „{0}“ gelten nicht: {1}',
  "'{0}' is disabled. Enable it in Devices": '„{0}“ ist ausgeschaltet. Schalten Sie es unter Geräte ein',
  "'{0}' has no simulator. Give it a simulatorPort": '„{0}“ hat keinen Simulator. Geben Sie ihm einen simulatorPort',
  // Jogging.
  'Joint {0} is at its limit. Jog the other way': 'Achse {0} ist an ihrer Grenze. Fahren Sie zurück',
  'Collision ahead: {0} would touch {1}. Jog away from it':
    'Gleich würden sich berühren: {0} und {1}. Fahren Sie davon weg',
  'The obstacles around the arm are being loaded. Wait a moment, then jog again':
    'Die Hindernisse um den Arm werden geladen. Warten Sie einen Moment, dann fahren Sie weiter',
  'The arm is free. Release the jog button and recover':
    'Der Arm ist frei. Lassen Sie los, und beheben Sie die Störung',
  'Only moves away from the obstacle are allowed. Jog joint {0} the other way':
    'Nur weg vom Hindernis ist erlaubt. Fahren Sie Achse {0} in die andere Richtung',
  'The tool cannot move this way from here: the arm is near a singularity. Jog a joint first':
    'Von hier kann das Werkzeug nicht so fahren: Der Arm ist nahe einer Singularität. Bewegen Sie zuerst eine Achse',
  'Robot position unknown. Check that the controller is on.':
    'Die Position des Roboters ist unbekannt. Ist die Steuerung eingeschaltet?',
  'The base cannot move while the arm is moving. Wait until the arm has stopped':
    'Der Sockel fährt nicht, während sich der Arm bewegt. Warten Sie, bis der Arm steht',
  'The base of the arm is moving. Wait until it has stopped': 'Der Sockel des Arms fährt. Warten Sie, bis er steht',
  // Doors of machines.
  'The door stays open: the arm is being moved. Wait until it has stopped':
    'Die Tür bleibt offen: Der Arm wird bewegt. Warten Sie, bis er steht',
  "The door stays open: {0} is in '{1}'. Move the arm out first":
    'Die Tür bleibt offen: {0} ist in „{1}“. Fahren Sie den Arm zuerst heraus',
  "The door of '{0}' blocks the path of this move. Open it first":
    'Die Tür von „{0}“ versperrt den Weg. Öffnen Sie sie zuerst',
  // Access.
  'Wrong username or password': 'Benutzername oder Passwort ist falsch',
  'Wrong password': 'Das Passwort ist falsch',
  'Wrong PIN': 'Die PIN ist falsch',
  'Sign in first': 'Melden Sie sich zuerst an',
  'Invalid token': 'Dieses Token gilt nicht',
  'This link was already used. Ask for a new link': 'Dieser Link wurde schon benutzt. Bitten Sie um einen neuen',
  'This link is no longer valid. Ask for a new link': 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen',
  "This needs the permission '{0}', which {1} does not have. A user with the permission '{2}' can grant it":
    '{1} hat dafür keine Berechtigung. Wer Benutzer verwalten darf, kann sie geben',
  // Parts of the cell that do not answer.
  'The database does not answer. Try again in a moment':
    'Die Datenbank antwortet nicht. Versuchen Sie es gleich wieder',
  'The database did not confirm the change, so it may have been stored. Check before you try again':
    'Die Datenbank hat die Änderung nicht bestätigt; vielleicht ist sie gespeichert. Sehen Sie nach, bevor Sie es wieder versuchen',
  'The connection to the robot was closed': 'Die Verbindung zum Roboter wurde getrennt',
  'The robot has sent nothing for {0} s': 'Der Roboter hat {0} s lang nichts gesendet',
  'The connection could not be opened': 'Die Verbindung kam nicht zustande',
  'The connection was closed': 'Die Verbindung wurde getrennt',
  'The cell closed the connection': 'Die Zelle hat die Verbindung getrennt',
  'The cell did not accept the connection in time': 'Die Zelle hat die Verbindung nicht rechtzeitig angenommen',
  'Not connected to the robot': 'Keine Verbindung zum Roboter',
};
