import { messages } from '@cellwright/domain/messages';
import type { Routine, Step } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { findNamed } from '@cellwright/equipment/capabilities';
import { type CellEnvironment, findStepContract } from '@cellwright/steps/contracts';
import { type SummaryNames, sayIn } from '@cellwright/steps/framework';
import { translateMessage } from '../i18n/cell-words.ts';
import { sentenceText } from '../i18n/contract-text.ts';
import { decimalText } from '../ui/decimal-text.ts';
import { kindLabel } from './kind-label.ts';
import { argsOf, indexSteps } from './step-index.ts';

export interface SentenceSources {
  readonly routine: Pick<Routine, 'steps' | 'stepConfigurations' | 'environmentVariables'>;
  /** Space items of the routine and of the cell. */
  readonly spaceItems: readonly SpaceItem[];
  readonly cell: Pick<CellEnvironment, 'globalVariables' | 'codeBlocks' | 'equipment'>;
}

/**
 * Describes what a step does in the words of its contract with the author's names, by default in the page's language.
 */
export function describeStep(sources: SentenceSources, step: Step, language?: string): string {
  const { routine } = sources;
  if (step.description) return step.description;
  const contract = findStepContract(step.stepKind);
  if (!contract) return kindLabel(step.stepKind, language);
  const args = contract.args.safeParse(argsOf(routine, step.id));
  if (!args.success) return kindLabel(step.stepKind, language);
  return contract.summarize(args.data, summaryNames(sources, language));
}

/** Returns the names that sentences use, in a language, by default that of the page. */
export function summaryNames({ routine, spaceItems, cell }: SentenceSources, language?: string): SummaryNames {
  const variables = [...routine.environmentVariables, ...cell.globalVariables];
  return {
    say: sayIn(
      (template) => sentenceText(template, language),
      (value) => decimalText(value, language),
    ),
    spaceItem: (id) =>
      spaceItems.find((item) => item.id === id)?.name ?? translateMessage(messages.chooseValidSpaceItem),
    variable: (id) =>
      variables.find((variable) => variable.id === id)?.name ?? translateMessage(messages.variableNotValid(id)),
    codeBlock: (id) => cell.codeBlocks?.find((block) => block.id === id)?.name ?? id,
    deviceAction: (equipmentID, action) => nameOfAction(cell.equipment, equipmentID, action),
    deviceSensor: (equipmentID, sensor) => nameOfSensor(cell.equipment, equipmentID, sensor),
    step: (id) => kindLabel(indexSteps(routine.steps).get(id)?.step.stepKind ?? id, language),
  };
}

/** Returns the label of an action, else its id as written. */
function nameOfAction(equipment: CellEnvironment['equipment'], equipmentID: string, written: string): string {
  const actions = equipment?.find(({ id }) => id === equipmentID)?.descriptions?.actions?.actions ?? [];
  return findNamed(actions, written)?.name ?? written;
}

/** Returns the label of a sensor with its device. */
function nameOfSensor(equipment: CellEnvironment['equipment'], equipmentID: string, written: string): string {
  const device = equipment?.find(({ id }) => id === equipmentID);
  return `${device?.name ?? equipmentID}: ${findNamed(device?.descriptions?.actions?.sensors ?? [], written)?.name ?? written}`;
}
