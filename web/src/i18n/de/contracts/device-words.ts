/** Ports by their name without the number. */
export const dePorts: Readonly<Record<string, string>> = {
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

/** Built-in actions by their name. */
export const deActions: Readonly<Record<string, string>> = {
  Zero: 'Nullstellen',
  actuate: 'Betätigen',
  reset: 'Zurücksetzen',
  clamp: 'Spannen',
  unclamp: 'Entspannen',
  open: 'Öffnen',
  close: 'Schließen',
  on: 'Einschalten',
  off: 'Ausschalten',
  start: 'Starten',
  stop: 'Anhalten',
  custom: 'Eigene Aktion',
};

/** Built-in sensors by their name. */
export const deSensors: Readonly<Record<string, string>> = {
  Force: 'Kraft',
  'Force x': 'Kraft x',
  'Force y': 'Kraft y',
  'Force z': 'Kraft z',
  'Torque x': 'Drehmoment x',
  'Torque y': 'Drehmoment y',
  'Torque z': 'Drehmoment z',
};

/** Roles of ports for the device that is wired to them. */
export const deRoles: Readonly<Record<string, string>> = {
  'Cycle start': 'Zyklus-Start',
  'Door: output that opens': 'Tür: Ausgang, der öffnet',
  'Door: output that closes': 'Tür: Ausgang, der schließt',
  'Door: sensor of the open position': 'Tür: Sensor offen',
  'Door: sensor of the closed position': 'Tür: Sensor geschlossen',
  'Workholding: output that clamps': 'Spannmittel: Ausgang, der spannt',
  'Workholding: output that unclamps': 'Spannmittel: Ausgang, der entspannt',
  'Workholding: sensor of the clamped position': 'Spannmittel: Sensor gespannt',
  'Workholding: sensor of the unclamped position': 'Spannmittel: Sensor entspannt',
  'Robot is clear of the machine': 'Roboter ist außerhalb der Maschine',
  'Output of {action}': 'Ausgang von „{action}“',
  'Output that closes': 'Ausgang, der schließt',
  'Output that opens': 'Ausgang, der öffnet',
  'Sensor: open': 'Sensor: offen',
  'Sensor: part held': 'Sensor: Teil gegriffen',
  'Output: arc permit': 'Ausgang: Freigabe des Lichtbogens',
  'Output: weld start': 'Ausgang: Schweißen ein',
  'Output: robot ready': 'Ausgang: Roboter bereit',
  'Output: gas': 'Ausgang: Gas',
  'Input: arc established': 'Eingang: Lichtbogen brennt',
  'Input: power source ready': 'Eingang: Stromquelle bereit',
  'Output: wire inch': 'Ausgang: Draht vor',
  'Output: wire retract': 'Ausgang: Draht zurück',
  'Output: error reset': 'Ausgang: Störung quittieren',
  'Output: touch sensing': 'Ausgang: Kontaktsuche',
  'Output: wire-stuck check': 'Ausgang: Prüfung auf festsitzenden Draht',
  'Input: current flow': 'Eingang: Strom fließt',
  'Input: wire stuck': 'Eingang: Draht sitzt fest',
  'Input: touch detected': 'Eingang: Kontakt erkannt',
  'Input: machine fault': 'Eingang: Störung der Maschine',
};

/** Choices that mean the same in every field. */
export const deChoices: Readonly<Record<string, string>> = {
  controlBoxIO: 'E/A der Robotersteuerung',
  flangeIO: 'E/A am Flansch',
  modbusTCP: 'Modbus TCP',
  haasNGC: 'Haas NGC',
  ethernetIP: 'EtherNet/IP',
  mtConnect: 'MTConnect',
  wired: 'Verdrahtet',
  modbus: 'Modbus',
  http: 'HTTP',
  pnp: 'PNP',
  npn: 'NPN',
  high: 'High',
  low: 'Low',
  boolean: 'Bool',
  device: 'Wie das Gerät',
};

/** First names of devices, for the devices of examples. */
export const deDeviceNames: Readonly<Record<string, string>> = {
  'CNC machine': 'CNC-Maschine',
  'Custom base': 'Eigene Basis',
  Camera: 'Kamera',
  'Custom device': 'Eigenes Gerät',
  'Custom gripper': 'Eigener Greifer',
  'Custom I/O': 'Eigene E/A',
  'DH gripper': 'DH-Greifer',
  'FTP server': 'FTP-Server',
  'Dual quick changer': 'Doppel-Werkzeugwechsler',
  Lift: 'Hubsäule',
  'Modbus TCP server': 'Modbus-TCP-Server',
  'No gripper': 'Kein Greifer',
  Screwdriver: 'Schrauber',
  'Vacuum gripper': 'Vakuumgreifer',
  'Secondary control box': 'Zweite Robotersteuerung',
  'ESAB weld machine': 'ESAB-Schweißmaschine',
  'Weld machine': 'Schweißmaschine',
  'Miller weld machine': 'Miller-Schweißmaschine',
  'Weld torch': 'Schweißbrenner',
  'Wrist camera': 'Handgelenkkamera',
};

/** Factory speed profiles by their name. */
export const deSpeedProfiles: Readonly<Record<string, string>> = {
  Safest: 'Am sichersten',
  Safer: 'Sicherer',
  Default: 'Standard',
  Faster: 'Schneller',
  Fastest: 'Am schnellsten',
};
