import type { ExampleItem, ExampleThing, KeptItem, ListedExample } from '@cellwright/domain/cell';

const nouns: Readonly<Record<ExampleThing, string>> = {
  routines: 'Routine',
  equipment: 'Device',
  globalVariables: 'Variable',
  globalSpace: 'Item',
  codeBlocks: 'Code block',
  featureFlags: 'Feature',
  contactSurfaces: 'Simulated surface',
  mountedTools: 'Tool on the flange',
  cameraCalibrations: 'Calibration of the camera',
  looseParts: 'Loose parts',
};

/** One line for each example: its name, title, and whether it can be played now. */
export function describeExamples(examples: readonly ListedExample[]): string {
  if (examples.length === 0) return 'This installation has no examples';
  const width = Math.max(...examples.map(({ name }) => name.length));
  return examples
    .map(({ name, title, isInCell, lacks }) => {
      const missing = lacks.map((item) => item.name).join(', ');
      const state = missing === '' ? '' : `  lacks ${missing}`;
      return `${name.padEnd(width)}  ${title}${isInCell ? ' (in this cell)' : ''}${state}`;
    })
    .join('\n');
}

/** Describes an example and the objects that will be set up for it. */
export function describeExample({ title, description, lacks }: ListedExample): string {
  const added = lacks.map((item) => `  ${describeItem(item)}${hint(item.thing)}`);
  return [title, description, ...(added.length > 0 ? ['To be set up on this cell:', ...added] : [])].join('\n');
}

export function describeRemoval({
  removed,
  kept,
}: {
  readonly removed: readonly ExampleItem[];
  readonly kept: readonly KeptItem[];
}): string {
  if (removed.length + kept.length === 0) return 'This example set up nothing';
  return [
    ...removed.map((item) => `Removed  ${describeItem(item)}`),
    ...kept.map((item) => `Kept     ${describeItem(item)}: ${reasonOf(item)}`),
  ].join('\n');
}

function describeItem({ thing, name }: ExampleItem): string {
  return `${nouns[thing]} '${name}'`;
}

function hint(thing: ExampleThing): string {
  if (thing === 'equipment') return ', on a simulator';
  return thing === 'featureFlags' ? ', switched on' : '';
}

function reasonOf({ because, usedBy }: KeptItem): string {
  if (because === 'changed') return 'it was changed since';
  if (because === 'notAllowed') return 'removing it needs more permissions';
  return usedBy.length > 0 ? `used by ${usedBy.map((name) => `'${name}'`).join(', ')}` : 'it is used';
}
