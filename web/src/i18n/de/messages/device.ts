/** Messages about devices that do not answer or do not do what was commanded. */
export const deDevice = {
  didNotAnswer: 'Das Gerät antwortete nicht',
  wasStillBusy: 'Das Gerät war noch beschäftigt',
  gripperMayHaveMoved: 'Der Greifer hat sich vielleicht bewegt. Sehen Sie nach, bevor Sie fortsetzen',
  gripperConnectionLost: 'Die Verbindung zum Greifer riss während der Bewegung ab',
  noConnectionToMachine: 'Keine Verbindung zur Maschine',
  controlIsBusy: 'Die Steuerung der Maschine ist beschäftigt',
  controlBoxSilent: 'Die Robotersteuerung antwortet nicht',
  forceSensorClosed: 'Die Verbindung zum Kraftsensor wurde getrennt',
  simulatorNotRunning: 'Der Simulator dieses Geräts läuft nicht',
  serviceShutsDown: 'Der Dienst für die Geräte wird beendet',
  timedOut: 'Der Befehl endete nicht in {1} s und wurde abgebrochen. {2}. Sehen Sie nach, bevor Sie fortsetzen',
  named: '„{0}“: {1}',
  thenCheck: '{0}. {1}',
  gripperNotReady: 'Der Greifer war nach {0} ms nicht bereit',
  gripperStillMoved: 'Der Greifer bewegte sich nach {0} ms noch und wurde angehalten',
  gripperBusy: 'Der Greifer führt einen anderen Befehl aus. Warten Sie, bis er fertig ist',
  closedOnNothing: 'Kein Teil zu greifen: Die Finger schlossen bis {0}',
  openedOnNothing: 'Kein Teil zu greifen: Die Finger öffneten bis {0}',
  reachedInstead: '{0} statt {1}',
  fingersStopped: 'Die Finger hielten bei {0} an. Prüfen Sie, ob ein Teil oder etwas anderes dazwischen ist',
  checkGripper: '{0}. Prüfen Sie Strom, Kabel und Adresse des Greifers',
  checkDevice: '{0}. Prüfen Sie Strom, Kabel und Adresse des Geräts',
  silentFor: 'Das Gerät antwortete nicht in {0} ms',
  notReadyWithin: 'Das Gerät war in {0} ms nicht bereit',
  noConnection: 'Keine Verbindung zu {0}',
  noConnectionWithin: 'Keine Verbindung zu {0} in {1} ms',
  connectionFailed: 'Keine Verbindung zu {0}: {1}',
  busy: 'Das Gerät ist beschäftigt: {0}',
  unreachableBehindGateway: 'Das Gateway erreicht das Gerät nicht: {0}',
  silentBehindGateway: 'Das Gerät antwortete seinem Gateway nicht; vielleicht hat es die Anfrage ausgeführt: {0}',
  refused: 'Das Gerät lehnte die Anfrage ab: {0}',
  notConfigured: 'Die Einstellungen von „{0}“ gelten nicht: {1}',
  disabled: '„{0}“ ist ausgeschaltet. Schalten Sie es unter Geräte ein',
  noSimulator: '„{0}“ hat keinen Simulator. Geben Sie ihm einen simulatorPort',
};

/** Messages about forbidden hosts. */
export const deEgress = {
  notAHost: '„{0}“ ist kein Host. Geben Sie eine IP-Adresse oder einen Hostnamen ein, ohne Port, Pfad und Benutzer',
  oddSpelling: '„{0}“ ist keine eindeutige IP-Adresse. Schreiben Sie vier Zahlen, zum Beispiel 192.168.1.10',
  zone: '„{0}“ nennt nach % eine Netzwerkschnittstelle. Geben Sie eine Adresse ohne sie ein',
  linkLocal: '{0} ist eine Link-Local-Adresse. Geben Sie dem Gerät eine Adresse im Netz der Zelle',
  metadata: '{0} ist der Metadatendienst einer Cloud. Geben Sie die Adresse des Geräts ein',
  multicast: '{0} ist eine Multicast-Adresse. Geben Sie die Adresse eines Geräts ein',
  reserved: '{0} ist eine Broadcast- oder reservierte Adresse. Geben Sie die Adresse eines Geräts ein',
  unspecified: '{0} ist keine Adresse eines Geräts. Geben Sie die Adresse eines Geräts ein',
  embedded: '{0} ist eine IPv6-Adresse mit einer IPv4-Adresse darin. Geben Sie die IPv4-Adresse des Geräts ein',
  thisMachine: '{0} ist die Robotersteuerung selbst. Geben Sie die Adresse des Geräts ein',
  ownService: '{0}:{1} gehört einem Dienst dieser Zelle. Geben Sie die Adresse des Geräts ein',
  notFound: 'Der Hostname {0} ist im Netz der Zelle unbekannt. Prüfen Sie ihn, oder geben Sie eine IP-Adresse ein',
  tooSlow:
    'Der Name {0} wurde nicht rechtzeitig aufgelöst. Prüfen Sie den Namensserver, oder geben Sie eine IP-Adresse ein',
  resolvesTo: '{0} führt zu einer verweigerten Adresse: {1}',
};

/** Messages about HTTP requests. */
export const deRequest = {
  addressWrong: 'Geben Sie eine Adresse ein, die mit http:// oder https:// beginnt, ohne Benutzername und Passwort',
};
