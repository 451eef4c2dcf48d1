import { deStepFields } from './contract-step-fields.ts';
import { deStepKinds } from './contract-step-kinds.ts';
import { deStepMachines } from './contract-step-machines.ts';
import { deStepSentences } from './contract-step-sentences.ts';
import { deStepVision } from './contract-step-vision.ts';
import { deStepWeld } from './contract-step-weld.ts';

/** Texts of step contracts by the English: labels, help texts and sentence templates. */
export const deContractSteps: Readonly<Record<string, string>> = {
  ...deStepFields,
  ...deStepKinds,
  ...deStepMachines,
  ...deStepSentences,
  ...deStepVision,
  ...deStepWeld,
};
