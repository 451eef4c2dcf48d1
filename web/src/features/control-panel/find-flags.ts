import {
  type FlagCategory,
  type FlagName,
  type FlagSection,
  flagEntry,
  flagNames,
  flagSections,
} from '@cellwright/domain/cell';

export interface FlagGroup {
  readonly section: FlagSection;
  readonly names: readonly FlagName[];
}

/** Returns the flags of a kind with every searched word in their texts or names, by section. */
export function findFlags(
  category: FlagCategory,
  search: string,
  textOf: (name: FlagName) => string,
): readonly FlagGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (name: FlagName) => {
    const text = `${name} ${textOf(name)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = flagNames.filter((name) => flagEntry(name).category === category && isFound(name));
  return flagSections
    .map((section) => ({ section, names: found.filter((name) => flagEntry(name).section === section) }))
    .filter(({ names }) => names.length > 0);
}
