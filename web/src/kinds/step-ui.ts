import type { Routine } from '@cellwright/domain/routine';
import type { CellEnvironment } from '@cellwright/steps/contracts';
import type { ComponentType } from 'react';
import type { ChangeFields, FieldListProps } from '../forms/field-props.ts';
import { createKindFiles, type KindFile } from './kind-files.ts';

/** A change of the routine that belongs to the change of a step: one undo reverts both. */
export type AlongsideStep = (routine: Routine) => Routine;
export type ChangeStep = ChangeFields<AlongsideStep>;
export type StepFieldsProps = FieldListProps<AlongsideStep>;

export interface StepFormProps extends StepFieldsProps {
  readonly cell: CellEnvironment;
}

/** UI of one step kind. A part that is absent is generated from the contract. */
export interface StepUI {
  /** The fields of the step. Pass some or all of `fields` to `FieldList` to keep their generated controls. */
  readonly Form?: ComponentType<StepFormProps>;
}

/** `kinds/steps/<Kind>.tsx`; each exports `ui`. */
export const stepFiles = createKindFiles(import.meta.glob<KindFile<StepUI>>('./steps/*.tsx'));
