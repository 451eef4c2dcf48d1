import { stepKinds, stepSections } from '@cellwright/domain/routine';
import { type FieldAtPath, listFieldPaths } from '@cellwright/fields';
import { builtStepContracts, refuseKind } from '@cellwright/steps/contracts';
import { type AnyStepContract, effectiveTimeLimit } from '@cellwright/steps/framework';

export function renderSteps(): string {
  const unbuilt = stepKinds.filter((kind) => refuseKind(kind) !== undefined);
  const sections = stepSections.flatMap((section) => {
    const contracts = builtStepContracts.filter((contract) => contract.section === section);
    return contracts.length === 0 ? [] : [`## ${section}`, ...contracts.map(renderKind)];
  });
  return `${[
    '# Step kinds',
    'Generated from the contracts in `packages/steps/src/kinds`: the arguments, messages and time limits of each step.\nTo add one, follow [add-a-step-kind.md](add-a-step-kind.md).',
    ...sections,
    '## Not built yet',
    `Steps of these kinds load, but are shown as '{kind} (unknown)' and cannot be played: ${unbuilt.join(', ')}.`,
  ].join('\n\n')}\n`;
}

function renderKind(contract: AnyStepContract): string {
  const { kind, label, description, hasOutsideEffect } = contract;
  return [
    `### ${label} (\`${kind}\`)`,
    description,
    [
      `- Steps inside: ${describeChildren(contract)}`,
      `- Time limit: ${describeTimeLimit(contract)}`,
      `- Effect outside the cell's software: ${hasOutsideEffect ? 'yes; after a crash the step is shown as unknown until a user checks it' : 'no'}`,
      `- Variables: ${describeVariables(contract)}`,
    ].join('\n'),
    renderArgs(listFieldPaths(contract.args)),
    `Messages:\n\n${[...new Set(contract.messages.map(({ message }) => `- ${message}`))].join('\n')}`,
    ...contract.examples.map(({ title, args }) => `${title}:\n\n\`\`\`json\n${JSON.stringify(args, null, 2)}\n\`\`\``),
  ].join('\n\n');
}

function describeChildren({ children: { policy, allowedKinds } }: AnyStepContract): string {
  if (policy === 'forbidden') return 'none';
  return `${allowedKinds?.join(', ') ?? 'any kind'} (${policy})`;
}

function describeTimeLimit(contract: AnyStepContract): string {
  const limits = contract.examples.map(({ title, args }) => {
    const limit = effectiveTimeLimit(contract.timeLimit(contract.args.parse(args)));
    return { title, text: limit ? `${limit.limitMS} ms, warning at ${limit.warningMS} ms` : 'none' };
  });
  const texts = new Set(limits.map(({ text }) => text));
  if (texts.size === 1) return [...texts].join();
  return limits.map(({ title, text }) => `${text} (${title})`).join('; ');
}

function describeVariables({ variables }: AnyStepContract): string {
  const described = Object.entries(variables).map(
    ([name, value]) => `\`${name}\` (initially ${JSON.stringify(value)})`,
  );
  return described.length === 0 ? 'none' : described.join(', ');
}

function renderArgs(args: readonly FieldAtPath[]): string {
  const rows = args.map(({ path, label, type, unit, isRequired, defaultValue, help }) =>
    [`\`${path}\``, label, type, unit, describeDefault(isRequired, defaultValue), help].map(escapeCell).join(' | '),
  );
  const head = ['Argument', 'Label', 'Type', 'Unit', 'Default', 'Help'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`).join('\n');
}

function describeDefault(isRequired: boolean, defaultValue: unknown): string {
  if (isRequired) return 'required';
  return defaultValue === undefined ? '' : `\`${JSON.stringify(defaultValue)}\``;
}

function escapeCell(text: string | undefined): string {
  return (text ?? '').replaceAll('|', '\\|');
}
