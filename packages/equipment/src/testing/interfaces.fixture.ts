/** For tests: kinds that are reached in more than one way, each of which must do what the kind promises. */
import type { EquipmentKind } from '../contracts.ts';

export interface Reached {
  /** '' for a kind as it starts from its defaults. */
  readonly over: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const further: Readonly<Partial<Record<EquipmentKind, readonly Reached[]>>> = {
  CustomGripper: [
    { over: ' over Modbus', fields: { interface: 'modbus' } },
    {
      over: ' over Modbus with sensors',
      fields: {
        interface: 'modbus',
        modbusOutputs: [
          { when: 'closing', type: 'holdingRegister', offset: 3, format: 'int32', order: 'CDAB', value: -7 },
          { when: 'opening', type: 'holdingRegister', offset: 3, format: 'int32', order: 'CDAB', value: 9 },
        ],
        modbusSensors: [
          { tells: 'open', type: 'coil', offset: 8 },
          {
            tells: 'closed',
            type: 'inputRegister',
            offset: 4,
            format: 'uint32',
            order: 'DCBA',
            onWhen: 'equals',
            onValue: 5,
          },
          { tells: 'part', type: 'discreteInput', offset: 2 },
        ],
      },
    },
  ],
  SchunkEGx: [{ over: ' over HTTP', fields: { interface: 'http' } }],
};

/** Every way in which a kind is reached, its default first. */
export function waysTo(kind: EquipmentKind): readonly Reached[] {
  return [{ over: '', fields: {} }, ...(further[kind] ?? [])];
}
