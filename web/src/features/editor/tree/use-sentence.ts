import { messages, type Step } from '@cellwright/domain';
import { findStepContract, labelOfKind } from '@cellwright/steps/contracts';
import { useMemo } from 'react';
import { argsOf } from '../document/edit-steps.ts';
import { findEntry } from '../document/step-index.ts';
import { type Editor, useEditor } from '../editor-context.ts';
import { nameOfAction, nameOfSensor } from '../form/device-choices.ts';

/** What a step does, as its contract says it with the names that the author gave. */
export function sentenceOf({ session: { routine }, spaceItems, cell }: SentenceSources, step: Step): string {
  if (step.description) return step.description;
  const contract = findStepContract(step.stepKind);
  if (!contract) return labelOfKind(step.stepKind);
  const args = contract.args.safeParse(argsOf(routine, step.id));
  if (!args.success) return contract.label;
  const variables = [...routine.environmentVariables, ...cell.globalVariables];
  return contract.summarize(args.data, {
    spaceItem: (id) => spaceItems.find((item) => item.id === id)?.name ?? messages.chooseValidSpaceItem,
    variable: (id) => variables.find((variable) => variable.id === id)?.name ?? messages.variableNotValid(id),
    codeBlock: (id) => cell.codeBlocks?.find((block) => block.id === id)?.name ?? id,
    deviceAction: (equipmentID, action) => nameOfAction(cell.equipment, equipmentID, action),
    deviceSensor: (equipmentID, sensor) => nameOfSensor(cell.equipment, equipmentID, sensor),
    step: (id) => labelOfKind(findEntry(routine, id)?.step.stepKind ?? id),
  });
}

interface SentenceSources extends Pick<Editor, 'spaceItems' | 'cell'> {
  readonly session: Pick<Editor['session'], 'routine'>;
}

export function useSentence(step: Step): string {
  const { session, spaceItems, cell } = useEditor();
  const { routine } = session;
  // Another choice draws the rows again, and says nothing new.
  return useMemo(() => sentenceOf({ session: { routine }, spaceItems, cell }, step), [routine, spaceItems, cell, step]);
}
