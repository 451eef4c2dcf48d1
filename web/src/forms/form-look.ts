import { createContext, useContext } from 'react';
import { type LengthUnit, lengthUnits } from '../ui/length.ts';
import { type ShownUnit, shownUnitOf, storedUnitOf } from './units.ts';

/** Presentation of a form: the same controls serve a narrow column and a grid. */
export interface FormLook {
  readonly layout: 'column' | 'grid';
  /** Place of the help texts relative to the input. */
  readonly help: 'above' | 'below';
  /** Value of an emptied field: undefined removes it, '' keeps it empty. */
  readonly empty: '' | undefined;
  /** Choices up to this count are shown side by side, more in a list. */
  readonly maxSegments: number;
  readonly hasStepButtons: boolean;
  shownUnit(unit: string | undefined): ShownUnit;
}

/** Fields below each other, numbers in the units people use. */
export function columnLook(length: LengthUnit): FormLook {
  return {
    layout: 'column',
    help: 'above',
    empty: undefined,
    maxSegments: 3,
    hasStepButtons: true,
    shownUnit: (unit) => shownUnitOf(unit, length),
  };
}

/**
 * Fields in a grid, numbers in the units of the schema. Help is below the inputs, so that the inputs of a row are
 * aligned.
 */
export const gridLook: FormLook = {
  layout: 'grid',
  help: 'below',
  empty: '',
  maxSegments: 0,
  hasStepButtons: false,
  shownUnit: storedUnitOf,
};

/** The same grid with lengths in the unit of the user, as on the rest of the screen. */
export function gridLookIn(length: LengthUnit): FormLook {
  const isLength = (unit: string | undefined) => unit === 'm' || unit === 'm/s';
  return { ...gridLook, shownUnit: (unit) => (isLength(unit) ? shownUnitOf(unit, length) : storedUnitOf(unit)) };
}

export const FormLookContext = createContext<FormLook>(columnLook(lengthUnits.millimeter));

export function useFormLook(): FormLook {
  return useContext(FormLookContext);
}

type WrapperPart = 'label' | 'input' | 'error' | 'description';
const helpBelow: WrapperPart[] = ['label', 'input', 'error', 'description'];

/** Returns the order of the parts of an input; undefined is the default of the kit. */
export function useWrapperOrder(): WrapperPart[] | undefined {
  return useFormLook().help === 'below' ? helpBelow : undefined;
}
