import type { CommandedCapabilityName } from '@cellwright/equipment/capabilities';
import type { Texts } from '../en.ts';

const devices = {
  actions: 'device',
  door: 'door',
  files: 'machine',
  gripper: 'gripper',
  lift: 'lift',
  machine: 'machine',
  registers: 'device',
  screwdriver: 'screwdriver',
  vacuum: 'vacuum gripper',
  welder: 'welding power source',
  workholding: 'workholding',
} satisfies Record<CommandedCapabilityName, string>;

/** Texts of a step's effects on outputs, devices and other computers. */
export const effectsEn = {
  high: '{{port}} high',
  low: '{{port}} low',
  highFor: '{{port}} high for {{seconds}} s',
  lowFor: '{{port}} low for {{seconds}} s',
  devices,
  question: {
    setOutputs: 'Step {{path}}: {{what}} was to be set. Did it happen?',
    actuateDevice: 'Step {{path}}: {{what}} was to receive a command. Did it happen?',
    sendHttpRequest: 'Step {{path}}: {{what}} was to be sent. Did it arrive?',
    press: 'Step {{path}}: the arm was to press something. Did it?',
    other: 'Step {{path}} was to act on something outside the cell software. Did it?',
  },
} as const;

export type EffectTexts = Texts<typeof effectsEn>;
