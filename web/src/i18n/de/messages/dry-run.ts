/** Messages of a dry run for each of its findings. */
export const deDryRun = {
  unreachableTarget: 'Keine Gelenkwinkel erreichen dieses Ziel. {0}',
  collision: 'Der Arm würde etwas berühren. {0}',
  jointLimit: 'Ein Gelenk käme über seine Grenze. {0}',
  singularity: 'Der Weg führt durch eine Singularität. {0}',
  planningFailed: 'Es wurde kein Weg gefunden. {0}',
  boxOutOfReach: '{count} von {total} Kartons auf „{pallet}“ sind nicht erreichbar. {first}',
  boxCannotBePlaced: '{count} von {total} Kartons auf „{pallet}“ lassen sich nicht ablegen. {first}',
  boxesNotJudged: 'Nur {0} von {1} Kartons auf „{2}“ wurden geprüft: Die Zeit reichte nicht',
  nearSingularity:
    'Der Weg führt nahe an einer Singularität vorbei ({0}): Dort drehen Gelenke schnell, obwohl sich das Werkzeug wenig bewegt',
  littleClearance: '{link} kommt {other} auf {meters} m nahe',
  detour: '{0}',
  targetNeverReached: 'Dieses Ziel steht erst fest, wenn der Ablauf läuft, und der Probelauf kam nicht dorthin',
  variableNeverSet: 'Schritte lesen die Variable „{0}“, aber keiner setzt sie: Sie behält ihren Anfangswert',
  variableFromOutside: 'Schritte lesen die Variable „{0}“, aber nur Benutzer oder Programme von außen setzen sie',
  variableReadBeforeSet: 'Die Variable „{0}“ ist leer, wenn dieser Schritt sie liest: Erst ein späterer setzt sie',
  branchNeverReached: 'Dieser Zweig wurde nie genommen',
  branchDependsOnOutside:
    'Dieser Zweig wurde mit den Antworten und Eingängen des Probelaufs nicht genommen. Geben Sie andere an, um ihn zu prüfen',
  promptNeverReached: 'Diese Frage wurde nie gestellt',
  promptDependsOnOutside:
    'Diese Frage wurde mit den Antworten und Eingängen des Probelaufs nicht gestellt. Geben Sie andere an, um sie zu prüfen',
  stepNeverReached: 'Dieser Schritt wurde nie ausgeführt',
  outputLeftOn: '{0} ist am Ende des Ablaufs noch ein. Schalten Sie ihn aus, oder geben Sie einen Impuls',
  outputKept: '{0} ist am Ende des Ablaufs ein, mit Absicht',
  toolNotAttached: '„{0}“ wird befohlen, aber „{1}“ ist am Flansch',
  gripperImpossible: 'Dieser Befehl an den Greifer geht nicht. {0}',
  timeLimitExceeded: 'Der Schritt überschreitet seine Zeit. {0}',
  timeLimitNear: '{0}',
  endlessLoop: 'Diese Schleife hat kein Ende: {0} Runden wurden gespielt, und die Schritte danach kommen nie dran',
  boundReached: 'Der Ablauf war nach {0} s simulierter Zeit nicht zu Ende; der Probelauf hört hier auf',
  waitsForOutside:
    'Dieser Schritt wartete {0} s auf etwas von außen; der Probelauf hört hier auf. Geben Sie den Eingang an, auf den er wartet',
  faultRaised: 'Der Ablauf löst eine Störung aus: {0}',
  faultHeld: 'Der Ablauf löst eine Störung aus und wartet, bis sie behoben ist; der Probelauf nimmt das an: {0}',
  stepFailed: '{0}',
};

/** Reasons why a routine cannot be simulated now. */
export const deDryRunRefusal = {
  busy: 'In dieser Zelle läuft schon ein Probelauf. Warten Sie, bis er zu Ende ist',
  tookTooLong:
    'Der Probelauf wurde nach {0} s abgebrochen. Prüfen Sie einen kürzeren Teil des Ablaufs, oder erlauben Sie weniger Zeit',
  brokeOff: 'Der Probelauf endete ohne Ergebnis. Vielleicht braucht der Ablauf mehr Speicher, als ein Probelauf hat',
};
