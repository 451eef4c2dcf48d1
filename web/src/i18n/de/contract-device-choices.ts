/**
 * Choices of a device's form that are words. A choice whose meaning depends on its field is prefixed with the label of
 * the field.
 */
export const deDeviceChoices: Readonly<Record<string, string>> = {
  controlBoxIO: 'E/A der Robotersteuerung',
  flangeIO: 'E/A am Flansch',
  modbusTCP: 'Modbus TCP',
  haasNGC: 'Haas NGC',
  mtConnect: 'MTConnect',
  wired: 'Verdrahtet',
  modbus: 'Modbus',
  http: 'HTTP',
  ethernetIP: 'EtherNet/IP',
  pnp: 'PNP',
  npn: 'NPN',
  high: 'High',
  low: 'Low',
  boolean: 'Bool',
  device: 'Wie das Gerät',
  'It is on when: open': 'er offen ist',
  'It is on when: closed': 'er geschlossen ist',
  'It is on when: part': 'er ein Teil hält',
  'When it is: closing': 'schließt',
  'When it is: opening': 'öffnet',
  'Position reference: both': 'beide Backen',
  'Position reference: one': 'eine Backe',
  'Action: actuate': 'Betätigen',
  'Action: reset': 'Zurücksetzen',
  'Action: clamp': 'Spannen',
  'Action: unclamp': 'Entspannen',
  'Action: open': 'Öffnen',
  'Action: close': 'Schließen',
  'Action: on': 'Einschalten',
  'Action: off': 'Ausschalten',
  'Action: start': 'Starten',
  'Action: stop': 'Anhalten',
  'Action: custom': 'Eigene Aktion',
};

/** Numbered ports. */
export const deDevicePorts: Readonly<Record<string, string>> = {
  Input: 'Eingang',
  Output: 'Ausgang',
  Relay: 'Relais',
  'Flange Input': 'Flansch-Eingang',
  'Flange Output': 'Flansch-Ausgang',
  'E-Stop': 'Not-Halt',
  Safeguard: 'Schutzeinrichtung',
  'CB E-Stop': 'Not-Halt Steuerung',
  'Tablet E-Stop': 'Not-Halt Tablet',
};

/** Speed profiles of the factory. */
export const deSpeedProfiles: Readonly<Record<string, string>> = {
  'Speed profile: Safest': 'Am sichersten',
  'Speed profile: Safer': 'Sicherer',
  'Speed profile: Default': 'Standard',
  'Speed profile: Faster': 'Schneller',
  'Speed profile: Fastest': 'Am schnellsten',
};

/** Built-in actions and sensors of devices, and the roles of ports. */
export const deDeviceParts: Readonly<Record<string, string>> = {
  'Output of {action}': 'Ausgang von „{action}“',
  Zero: 'Nullstellen',
  Force: 'Kraft',
  'Force x': 'Kraft x',
  'Force y': 'Kraft y',
  'Force z': 'Kraft z',
  'Torque x': 'Drehmoment x',
  'Torque y': 'Drehmoment y',
  'Torque z': 'Drehmoment z',
};
