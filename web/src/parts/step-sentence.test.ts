import { routineSchema, type Step } from '@cellwright/domain/routine';
import { spaceItemSchema } from '@cellwright/domain/space';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { deContracts } from '../i18n/de/contract.ts';
import { describeStep } from './step-sentence.ts';

const place = { jointAngles: [0, 0, 0, 0, 0, 0], pose: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } };
const spaceItem = spaceItemSchema.parse({ kind: 'singlePosition', id: 'p', name: 'Pick', positions: [place] });
const equipment = [
  {
    id: 'vise',
    kind: 'CustomDevice',
    name: 'Vise',
    capabilities: [],
    descriptions: {
      actions: { sensorKind: 'modbusTCP' as const, actions: [{ id: 'a2', name: 'unclamp' }], sensors: [] },
    },
    drivenPorts: [],
  },
];

/** Describes the only step of a routine. */
function sentence(stepKind: string, args: object, changes: Partial<Step> = {}, language?: string): string {
  const step = { id: 'a', stepKind, isDisabled: false, ...changes };
  const routine = routineSchema.parse({
    id: 'routine_1',
    name: 'Test',
    steps: [step],
    stepConfigurations: { a: { stepKind, args } },
  });
  const cell = { globalVariables: [], codeBlocks: [], equipment };
  return describeStep({ routine, spaceItems: [spaceItem], cell }, step, language);
}

describe('The sentence of a step', () => {
  it('comes from its contract, with the names that the author gave', () => {
    expect(sentence('Wait', { milliseconds: 500 })).toBe('Wait 0.5 s');
    expect(sentence('Waypoint', { targetKind: 'positionList', positionListID: 'p' })).toContain('Pick');
  });

  it('names the action of a device, else its id', () => {
    expect(sentence('OperateEquipment', { equipmentID: 'vise', actionID: 'a2' })).toContain('unclamp');
    expect(sentence('OperateEquipment', { equipmentID: 'vise', actionID: 'explode' })).toContain('explode');
    expect(sentence('OperateEquipment', { equipmentID: 'gone', actionID: 'a2' })).toContain('a2');
  });

  it('can be replaced by the label of the author', () => {
    expect(sentence('Wait', { milliseconds: 500 }, { description: 'Let it settle' })).toBe('Let it settle');
  });

  it('falls back to the kind when its arguments yield none', () => {
    expect(sentence('Wait', { milliseconds: 'soon' })).toBe('Wait');
  });
});

describe('The sentence of a step in German', () => {
  const german = async (stepKind: string, args: object) => {
    await i18next.init({ lng: 'en', resources: { de: { contract: deContracts } } });
    return sentence(stepKind, args, {}, 'de');
  };

  it.each<[string, string, object]>([
    ['0,5 s warten', 'Wait', { milliseconds: 500 }],
    ['Zu Pick fahren', 'Waypoint', { targetKind: 'positionList', positionListID: 'p' }],
    ['Zu fester Position fahren (Gerade)', 'Waypoint', { motionKind: 'line' }],
    ['Nach innen greifen, 45 mm', 'ActuateGripper', {}],
    ['Ansaugen mit A und B, 60 % und 40 %', 'ActuateVacuum', { suctionB: 0.4 }],
    ['Dreimal wiederholen', 'Loop', { times: 3 }],
    ['„unclamp“ ausführen', 'OperateEquipment', { equipmentID: 'vise', actionID: 'a2' }],
    [
      'Output 1 auf Ein, Relay 2 auf Aus setzen',
      'SetIO',
      {
        outputs: [
          { kind: 'Output', port: 1, level: 'high' },
          { kind: 'Relay', port: 2, level: 'low' },
        ],
      },
    ],
    ['Warten, bis ein JavaScript-Ausdruck', 'Wait', { condition: { kind: 'JavaScript', source: 'true' } }],
    ['Warten', 'Wait', { milliseconds: 'soon' }],
  ])('reads %s', async (text, stepKind, args) => {
    expect(await german(stepKind, args)).toBe(text);
  });
});
