/** Texts of the steps that tend machine tools, by the English. */
export const deStepMachines: Readonly<Record<string, string>> = {
  'Run program': 'Programm ausführen',
  'Starts a program of a machine tool and waits for its end. After a crash it follows the program that runs or has run, and does not start it again.':
    'Startet ein Programm einer Werkzeugmaschine und wartet auf sein Ende. Nach einem Absturz geht es mit dem laufenden oder gelaufenen Programm weiter und startet es nicht noch einmal.',
  Machine: 'Maschine',
  'Default: the only machine of the cell': 'Ohne Auswahl: die einzige Maschine der Zelle',
  Program: 'Programm',
  'Program number at the control. A wired machine runs the program selected there':
    'Seine Nummer an der Steuerung. Eine verdrahtete Maschine führt das dort gewählte Programm aus',
  'Wait for the end': 'Auf das Ende warten',
  'Off: the step ends when the program has started':
    'Aus: Der Schritt endet, sobald die Maschine das Programm ausführt',
  'Run program {0}': 'Programm {0} ausführen',
  'Run Haas program': 'Haas-Programm ausführen',
  'Starts a program of a Haas machine by the name of its file, and waits for its end. For routines created before Run program existed.':
    'Startet ein Programm einer Haas-Maschine über seinen Dateinamen und wartet auf sein Ende. Für Routinen, die älter als „Programm ausführen“ sind.',
  Connection: 'Verbindung',
  'Ethernet address': 'Ethernet-Adresse',
  'Empty: address of the machine. Otherwise the step requires a machine at this address':
    'Leer: die der Maschine. Sonst läuft der Schritt nur mit einer Maschine an dieser Adresse',
  'Serial path': 'Serieller Pfad',
  'File name, for example 100.nc': 'Der Name seiner Datei: 100.nc',
  Parts: 'Teile',
  'Expected increase of the part counter of the machine. 0: not checked':
    'Anzahl der Teile, die der Zähler der Maschine am Ende mehr zeigt. 0: wird nicht geprüft',
  'Monitor machine': 'Maschine überwachen',
  'Waits until a machine tool is idle or running. Fails when the machine reports a fault.':
    'Wartet, bis eine Werkzeugmaschine bereit ist oder läuft. Schlägt fehl, wenn die Maschine eine Störung meldet.',
  'Wait until the machine is': 'Warten, bis die Maschine',
  'Time between readings': 'Zeit zwischen Abfragen',
  'Time limit': 'Zeitlimit',
  'Default: the step waits without a limit': 'Ohne Angabe wartet der Schritt so lange wie nötig',
  'Wait until the machine is idle': 'Warten, bis die Maschine bereit ist',
  'Wait until the machine is running': 'Warten, bis die Maschine läuft',
  'Operate automatic door': 'Automatische Tür bedienen',
  'Opens or closes the automatic door of a machine tool, and waits for its sensor.':
    'Öffnet oder schließt die automatische Tür einer Werkzeugmaschine und wartet auf ihren Sensor.',
  Door: 'Tür',
  'Open the door of the machine': 'Tür der Maschine öffnen',
  'Close the door of the machine': 'Tür der Maschine schließen',
  'Operate workholding': 'Spannmittel bedienen',
  'Clamps or unclamps a chuck or a vise of a machine tool, and waits for its sensor.':
    'Spannt oder entspannt ein Futter oder einen Schraubstock einer Werkzeugmaschine und wartet auf den Sensor.',
  Workholding: 'Spannmittel',
  'Name or id; empty for the only one of the machine':
    'Mit seinem Namen oder seiner ID; leer für das einzige der Maschine',
  'Clamp the part': 'Teil spannen',
  'Unclamp the part': 'Teil entspannen',
  'Machine control region': 'Maschinenbereich',
  'Signals to a machine tool that the robot is clear while the steps inside play, and always resets the signal at the end.':
    'Meldet einer Werkzeugmaschine, dass der Roboter außerhalb ist, solange die Schritte darin laufen, und nimmt das in jedem Fall zurück.',
  'While the robot is clear of the machine': 'Solange der Roboter außerhalb der Maschine ist',
};
