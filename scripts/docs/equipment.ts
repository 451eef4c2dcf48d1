import type { GripperRanges } from '@cellwright/domain/equipment';
import {
  type AnyContract,
  capabilitiesOfKind,
  contractOf,
  describeCapabilities,
  describeTool,
  type EquipmentKind,
  equipmentKinds,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import { readFields } from '@cellwright/fields';
import type * as z from 'zod';

/** Renders a card of the contract for each kind of device. */
export function renderEquipment(): string {
  return `${[
    '# Equipment kinds',
    'Generated from the contracts in `packages/equipment/src/kinds`: the configuration and capabilities of each device, and the sources of\nits numbers. Lengths are in metres. To add one, follow [add-an-equipment-kind.md](add-an-equipment-kind.md).',
    ...equipmentKinds.map((kind) => renderKind(kind, contractOf(kind))),
  ].join('\n\n')}\n`;
}

function renderKind(kind: EquipmentKind, { label, description, config, examples, sources = [] }: AnyContract): string {
  const capabilities = capabilitiesOfKind(kind);
  return [
    `## ${label} (\`${kind}\`)`,
    description,
    [
      `- Capabilities: ${capabilities.length === 0 ? 'none' : capabilities.join(', ')}`,
      ...describeRanges(describeCapabilities({ kind }).gripper),
      ...describeOnFlange(kind),
      ...sources.map((source) => `- ${source}`),
    ].join('\n'),
    renderFields(config),
    `Examples: ${examples.map(({ title }) => title).join('; ')}.`,
  ].join('\n\n');
}

/** Describes the ranges of the kind with its defaults. */
function describeRanges(ranges: GripperRanges | undefined): string[] {
  if (!ranges) return [];
  const { widthRange, forceRange, forceFractionRange, speedFractionRange, opening = 'width' } = ranges;
  const show = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `${Number(minimum.toFixed(4))} to ${Number(maximum.toFixed(4))}`;
  const force = forceRange
    ? `${show(forceRange)} N`
    : forceFractionRange && `${show(forceFractionRange)} of the maximum`;
  return [
    `- Default configuration: ${opening} from outside ${show(widthRange.inward)} m, from inside ${show(widthRange.outward)} m`,
    `- Force ${force ?? 'as set on the device'}; speed ${speedFractionRange ? `${show(speedFractionRange)} of the maximum` : 'fixed'}`,
  ];
}

function describeOnFlange(kind: EquipmentKind): string[] {
  const parsed = parseEquipmentConfig({ kind });
  const tool = parsed.isValid ? describeTool(parsed.config) : undefined;
  if (!tool) return [];
  return [
    `- Tool: TCP ${tool.tcp.z} m from the flange, ${tool.massKg} kg, ${tool.collisionBoxes.length} collision boxes`,
  ];
}

function renderFields(config: z.ZodType): string {
  const rows = readFields(config)
    .filter(({ name }) => name !== 'kind')
    .map(({ name, label = '', type, unit = '', help = '', defaultValue, choices }) => {
      const kind = choices.length > 0 ? describeChoices(choices) : type;
      const fallback = defaultValue === undefined ? '' : `\`${JSON.stringify(defaultValue)}\``;
      return [`\`${name}\``, label, kind, unit, fallback, help].map(escapeCell).join(' | ');
    });
  const head = ['Field', 'Label', 'Type', 'Unit', 'Default', 'Help'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`).join('\n');
}

/** Shows only the ends of long lists, such as those of ports. */
function describeChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `'${choice}'`);
  return quoted.length <= 8 ? quoted.join(', ') : `${quoted[0]} to ${quoted.at(-1)}, one of ${quoted.length}`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
