import type { EffectTexts } from '../en/effects.ts';

export const effectsDe: EffectTexts = {
  high: '{{port}} auf Ein',
  low: '{{port}} auf Aus',
  highFor: '{{port}} für {{seconds}} s auf Ein',
  lowFor: '{{port}} für {{seconds}} s auf Aus',
  devices: {
    actions: 'Gerät',
    door: 'Tür',
    files: 'Maschine',
    gripper: 'Greifer',
    lift: 'Hubsäule',
    machine: 'Maschine',
    registers: 'Gerät',
    screwdriver: 'Schrauber',
    vacuum: 'Vakuumgreifer',
    welder: 'Schweißstromquelle',
    workholding: 'Spannmittel',
  },
  question: {
    setOutputs: 'Schritt {{path}}: Schalten sollte: {{what}}. Ist es geschehen?',
    actuateDevice: 'Schritt {{path}}: Ein Gerät ({{what}}) sollte einen Befehl bekommen. Ist es geschehen?',
    sendHttpRequest: 'Schritt {{path}}: {{what}} sollte gesendet werden. Ist es angekommen?',
    press: 'Schritt {{path}}: Der Arm sollte etwas drücken. Hat er?',
    other: 'Schritt {{path}} sollte außen etwas tun. Ist es geschehen?',
  },
};
