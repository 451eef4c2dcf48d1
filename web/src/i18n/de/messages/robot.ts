/** Messages about the robot, its controller, stops and recovery. */
export const deRobot = {
  releaseBrakesFirst: 'Lösen Sie zuerst die Bremsen',
  engageBrakesFirst: 'Schließen Sie zuerst die Bremsen',
  armNotStopped: 'Der Arm steht noch nicht still',
  controllerNotConnected: 'Die Robotersteuerung ist nicht verbunden',
  controllerNotConnectedNow: 'Die Robotersteuerung ist nicht verbunden. Versuchen Sie es gleich wieder',
  controllerMustReturn: 'Die Robotersteuerung ist nicht verbunden. Warten Sie, bis sie wieder da ist',
  guidedModeNotActive: 'Die Handführung ist nicht aktiv',
  stopRequestedFirst: 'Vorher wurde ein Stopp verlangt',
  stopRequestedFirstSendAgain: 'Vorher wurde ein Stopp verlangt. Drücken Sie noch einmal, wenn Sie es noch wollen',
  stopRequestedAfterwards: 'Inzwischen wurde ein Stopp verlangt. Drücken Sie noch einmal, wenn Sie es noch wollen',
  stopRequestedWhileLoading: 'Während des Ladens wurde ein Stopp verlangt. Laden Sie den Ablauf noch einmal',
  stopEndedCommand: 'Ein Stopp hat den Befehl beendet',
  eStopPressed: 'Ein Not-Halt ist gedrückt. Lösen Sie ihn, dann beheben Sie die Störung',
  safeguardOpen: 'Die Schutztür ist offen. Schließen Sie sie, und quittieren Sie sie, wenn sie das verlangt',
  rosControls: 'ROS steuert den Arm. Nehmen Sie ROS zuerst die Steuerung',
  needsControllerRestart: 'Diese Störung verlangt einen Neustart der Robotersteuerung',
  notRecoverableUnderPower:
    'Diese Störung ist nur mit geschlossenen Bremsen zu beheben. Schließen Sie die Bremsen, dann beheben Sie die Störung',
  failedWhileRecovering: 'Beim Beheben trat die Störung wieder auf',
  armIsGuided: 'Der Arm wird von Hand geführt. Lassen Sie ihn los, dann beheben Sie die Störung',
  restartController: 'Starten Sie die Robotersteuerung neu, dann beheben Sie die Störung',
  closeSafeguard:
    'Schließen Sie die Schutztür (und quittieren Sie sie, wenn sie das verlangt), dann beheben Sie die Störung',
  eStopButton: 'Not-Halt-Taster',
  softwareEStop: 'Not-Halt aus der Software',
  controllerFault: 'Fehler der Robotersteuerung',
  jointBeyondLimit: 'Eine Achse ist jenseits ihrer Grenze',
  armInContact: 'Der Arm berührt einen Gegenstand',
  unexpectedTorque: 'Unerwartetes Drehmoment an einer Achse',
  brakeDoesNotRelease: 'Eine Bremse löst sich nicht',
  safetyProcessorSilent: 'Der Sicherheitsprozessor antwortet nicht',
  noCommandsFromCell: 'Die Zelle sendet dem Arm keine Befehle mehr',
  otherProgramControls: 'Ein anderes Programm hat die Steuerung des Arms übernommen',
  controllerSilent: 'Die Robotersteuerung antwortet nicht mehr',
  positionUnknown: 'Die Position des Roboters ist unbekannt. Ist die Steuerung eingeschaltet?',
  cause: '{0} ({1})',
};

/** Messages about doors of machines that the arm reaches through. */
export const deDoor = {
  armInside: 'Die Tür bleibt offen: {0} ist in „{1}“. Fahren Sie den Arm zuerst heraus',
  armComesInside: 'Die Tür bleibt offen: Der Arm fährt in „{0}“. Warten Sie, bis er heraus ist',
  armMovesByHand: 'Die Tür bleibt offen: Der Arm wird bewegt. Warten Sie, bis er steht',
  positionUnknown: 'Die Tür bleibt offen: Die Position des Roboters ist unbekannt. Ist die Steuerung eingeschaltet?',
  interiorUnknown:
    'Die Tür bleibt offen: Der Raum dahinter ist kein Objekt der Umgebung. Wählen Sie ihn unter Geräte neu',
  interiorNeedsShape:
    'Die Tür bleibt offen: „{0}“ ist ein Netz. Wählen Sie unter Geräte ein Objekt der Umgebung mit einer Form',
  otherRobot: 'Die Tür bleibt offen: Der Roboter dieser Sitzung wurde ersetzt. Versuchen Sie es noch einmal',
  sceneNotStored: 'Die Tür bleibt offen: Der Arm lässt sich nicht von ihrem Raum fernhalten. {0}',
  closesOnTheWay: 'Die Tür von „{0}“ versperrt den Weg. Öffnen Sie sie zuerst',
};

/** Messages about tools that must be on the flange. */
export const deMount = {
  noneEnabled:
    'Kein Gerät dieser Art ist eingeschaltet ({0}). Fügen Sie unter Geräte eines hinzu, oder schalten Sie es ein',
  notMounted: '„{0}“ ist nicht am Flansch montiert. Montieren Sie es unter Geräte, dann versuchen Sie es wieder',
  noneMounted:
    'Kein Gerät dieser Art ist am Flansch montiert ({0}). Montieren Sie eines unter Geräte, dann versuchen Sie es wieder',
  otherEndActive:
    '„{0}“ ist an Ende {1} des Wechslers montiert, aber ein anderes Ende ist aktiv. Aktivieren Sie Ende {1} unter Geräte, dann versuchen Sie es wieder',
  changed: '„{0}“ wurde während der Schweißnaht geändert oder abgenommen. Der Lichtbogen ist aus. Prüfen Sie die Naht',
};

/** Messages about signing in and permissions. */
export const deAccess = {
  wrongUsernameOrPassword: 'Benutzername oder Passwort ist falsch',
  wrongPassword: 'Das Passwort ist falsch',
  wrongPIN: 'Die PIN ist falsch',
  signInFirst: 'Melden Sie sich zuerst an',
  linkUsed: 'Dieser Link wurde schon benutzt. Bitten Sie um einen neuen',
  linkExpired: 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen',
  noSingleSignOn: 'Diese Zelle hat keine zentrale Anmeldung. Melden Sie sich mit Benutzername und Passwort an',
  needsHTTPS: 'Die zentrale Anmeldung braucht HTTPS. Öffnen Sie diese Seite über HTTPS',
  attemptExpired: 'Diese Anmeldung ist abgelaufen. Beginnen Sie von vorn',
  providerAway:
    '{0} antwortet nicht. Melden Sie sich mit Benutzername und Passwort an, oder versuchen Sie es noch einmal',
  notConfirmed: '{0} hat diese Anmeldung nicht bestätigt. Beginnen Sie von vorn',
  noRole: 'Ihr Konto bei {0} hat keine Rolle für diese Zelle. Fragen Sie den Administrator von {0}',
  isDisabled: 'Ihr Zugang zu dieser Zelle ist gesperrt. Fragen Sie jemanden, der Benutzer verwaltet',
  permissionsAreManaged: 'Die Rechte von {0} kommen von {1}. Ändern Sie dort die Rollen',
  hasNoPassword: '{0} meldet sich mit {1} an und hat hier kein Passwort',
  needsNewSession: 'Melden Sie sich ab und wieder an, und setzen Sie die PIN innerhalb von zehn Minuten',
};

/** Messages about missing permissions. */
export const dePermission = {
  missing: '{1} hat dafür keine Berechtigung. Wer Benutzer verwalten darf, kann sie geben',
};

/** Messages about the database of a service. */
export const deStore = {
  databaseSilent: 'Die Datenbank antwortet nicht. Versuchen Sie es gleich wieder',
  changeUnconfirmed:
    'Die Datenbank hat die Änderung nicht bestätigt; vielleicht ist sie gespeichert. Sehen Sie nach, bevor Sie es wieder versuchen',
};

/** Messages about the connection of this page to the cell. */
export const deConnection = {
  stopNotConfirmed: 'Der Roboter hat den Stopp nicht bestätigt. Drücken Sie den Not-Halt',
  robotClosed: 'Die Verbindung zum Roboter wurde getrennt',
  robotSilent: 'Der Roboter hat {0} s lang nichts gesendet',
  notOpened: 'Die Verbindung kam nicht zustande',
  closed: 'Die Verbindung wurde getrennt',
  closedByCell: 'Die Zelle hat die Verbindung getrennt',
  notAcceptedInTime: 'Die Zelle hat die Verbindung nicht rechtzeitig angenommen',
  notConnected: 'Keine Verbindung zum Roboter',
};
