import { describe, expect, it } from 'vitest';
import { lengthUnits } from '../ui/length.ts';
import { fromShown, shownUnitOf, storedUnitOf, toShown } from './units.ts';

const { meter, millimeter, inch } = lengthUnits;

describe('A length in a form', () => {
  it.each([
    ['meter', meter, 0.1235, 'm'],
    ['millimeter', millimeter, 123.5, 'mm'],
    ['inch', inch, 4.86, 'in'],
  ] as const)('appears in the unit that the user chose: %s', (_, length, shown, unit) => {
    const field = shownUnitOf('m', length);
    expect(toShown(0.12345, field)).toBe(shown);
    expect(field.unit).toBe(unit);
  });

  it('converts to metres without rounding noise', () => {
    expect(fromShown(1, shownUnitOf('m', inch))).toBe(0.0254);
    expect(fromShown(0.1, shownUnitOf('m', millimeter))).toBe(0.0001);
    expect(fromShown(0.3, shownUnitOf('m', meter))).toBe(0.3);
  });

  it('survives the conversion to the shown unit and back', () => {
    for (const length of [meter, millimeter, inch]) {
      const field = shownUnitOf('m', length);
      expect(toShown(fromShown(1.234, field), field)).toBe(toShown(1.234 / length.factor, field));
    }
  });

  it('sets the unit of speeds, too', () => {
    const field = shownUnitOf('m/s', millimeter);
    expect(field.unit).toBe('mm/s');
    expect(toShown(0.00425, field)).toBe(4.25);
    expect(shownUnitOf('m/s', inch).unit).toBe('in/s');
  });

  it('depends on the chosen unit, unlike other quantities', () => {
    expect(shownUnitOf('rad', inch)).toEqual(shownUnitOf('rad', meter));
    expect(shownUnitOf('distanceUnit', inch)).toMatchObject({ unit: '', factor: 1 });
  });
});

describe('The form of a device', () => {
  it('shows angles in degrees and other quantities as they are stored', () => {
    expect(toShown(Math.PI / 2, storedUnitOf('rad'))).toBe(90);
    expect(storedUnitOf('rad').unit).toBe('°');
    expect(storedUnitOf('ms')).toMatchObject({ unit: 'ms', factor: 1 });
  });
});
