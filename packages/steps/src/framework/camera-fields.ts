import type { RegionOfInterest } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import type { CellEquipment, FieldProblem } from './contract.ts';
import { chooseDevice, notSuchDevice } from './device-checks.ts';
import { field, numberWithin } from './fields.ts';

const label = 'a camera';
const wristCamera = 'WristCamera';

const pixels = (name: string, least: number) =>
  field(numberWithin(least, 10_000, 'px').default(0), { label: name, unit: 'px' });

const region = z.object({
  x: pixels('Middle, from the left', -10_000),
  y: pixels('Middle, from the top', -10_000),
  width: pixels('Width', 0),
  height: pixels('Height', 0),
  rotation: field(numberWithin(-360, 360, '°').default(0), { label: 'Rotation', unit: '°' }),
});

/** Part of a picture in which a step looks. */
export const regionOfInterestField = field(region.default(region.parse({})), {
  label: 'Region of interest',
  help: 'Part of the picture in which to look. Width 0: the whole picture',
  control: 'region',
});

/** Returns the region as vision methods take it; nothing for the whole picture. */
export function regionOptionOf(chosen: z.output<typeof region>): { readonly regionOfInterest?: RegionOfInterest } {
  const isWhole = chosen.width < 1 || chosen.height < 1;
  return isWhole ? {} : { regionOfInterest: { kind: 'rectangle', ...chosen } };
}

/** Checks the camera of a step; without one it is the only wrist camera of the cell. */
export function checkCamera(id: string | undefined, equipment: readonly CellEquipment[] | undefined): FieldProblem[] {
  if (equipment === undefined) return [];
  const problem = (kind: FieldProblem['kind'], message: string) => [{ kind, message, fieldId: 'camera' }];
  if (id === undefined) {
    const [first, second] = equipment.filter(({ kind }) => kind === wristCamera);
    if (!first) return problem('EquipmentNotFound', messages.noWristCamera);
    return second ? problem('missingEquipment', chooseDevice(label)) : [];
  }
  const chosen = equipment.find((device) => device.id === id);
  if (!chosen) return problem('EquipmentNotFound', messages.equipmentNotFound(id));
  return chosen.capabilities.includes('camera') ? [] : problem('missingEquipment', notSuchDevice(chosen.name, label));
}
