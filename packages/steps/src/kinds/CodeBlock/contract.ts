import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defineContract, type FieldProblem, field, invalid, noTimeLimit, requiredID } from '../../framework/index.ts';

const own = defineMessages('CodeBlock', {
  chooseBlock: 'Choose a code block',
  blockIsGone: 'The code block no longer exists. Choose another',
  cannotResumeInside:
    'A code block cannot be resumed in the middle. Choose the step to continue with: the code block itself or another',
});

const { developerApiNeeded, codeBlockFolderInaccessible, codeBlockFailed, codeBlockNotStopped } = messages;

const argsSchema = z.object({
  codeBlockId: field(requiredID(own.chooseBlock), { label: 'Code block', control: 'codeBlock' }),
});
export type CodeBlockArgs = z.output<typeof argsSchema>;

// A type, not an interface: only types are records of variable values.
export type CodeBlockVariables = {
  /** Last report of the block. */
  report: string;
};
const initialVariables: CodeBlockVariables = { report: '' };

const named = { codeBlockId: 'codeBlock_count' };

export const codeBlockContract = defineContract({
  kind: 'CodeBlock',
  label: 'Code block',
  section: 'Control',
  description:
    'Runs JavaScript of the cell in a process of its own and waits until it ends. It cannot be paused: that fails the step.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  offeredWith: 'enableCodeBlocks',
  variables: initialVariables,
  setsVariables({ codeBlockId }, { variables, codeBlocks }) {
    const source = codeBlocks.find(({ id }) => id === codeBlockId)?.source ?? '';
    return variables.filter(({ id, name }) => source.includes(name) || source.includes(id)).map(({ id }) => id);
  },
  codeBlockOf: ({ codeBlockId }) => ({ fieldId: 'codeBlockId', id: codeBlockId }),
  hasOutsideEffect: true,
  resume: {
    refusal: own.cannotResumeInside,
  },
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check({ args: { codeBlockId } }, { codeBlocks, hasDeveloperAPI }) {
    const problems: FieldProblem[] = [];
    if (codeBlocks?.has(codeBlockId) === false) problems.push(invalid('codeBlockId', own.blockIsGone));
    if (!hasDeveloperAPI) problems.push(invalid('codeBlockId', developerApiNeeded));
    return problems;
  },
  summarize: ({ codeBlockId }, names) => names.say`Run the code block ${names.codeBlock?.(codeBlockId) ?? codeBlockId}`,
  examples: [{ title: 'Run a code block', args: named }],
  messages: [
    { message: own.chooseBlock, provokedBy: { args: {} } },
    { message: own.blockIsGone, provokedBy: { args: named, codeBlocks: [] } },
    { message: developerApiNeeded, provokedBy: { args: named, hasDeveloperAPI: false } },
    { message: developerApiNeeded, provokedBy: { args: named, played: { faults: ['codeBlocksOff'] } } },
    { message: codeBlockFolderInaccessible, provokedBy: { args: named, played: { faults: ['codeBlocksVanish'] } } },
    { message: codeBlockFailed, provokedBy: { args: named, played: { faults: ['codeBlockFails'] } } },
    { message: codeBlockNotStopped, provokedBy: { args: named, played: { faults: ['codeBlockDoesNotStop'] } } },
  ],
});
