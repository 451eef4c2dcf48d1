import { flagCategories, flagEntry, flagNames } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { controlPanelDe } from '../../i18n/de/control-panel.ts';
import { findFlags } from './find-flags.ts';

const english = (name: (typeof flagNames)[number]) => `${flagEntry(name).title} ${flagEntry(name).description ?? ''}`;
const german = (name: (typeof flagNames)[number]) => Object.values(controlPanelDe.flags[name]).join(' ');
const namesOf = (groups: ReturnType<typeof findFlags>) => groups.flatMap(({ names }) => names);

describe('The flags of a screen', () => {
  it('belong to its category, each flag on one screen', () => {
    const shown = flagCategories.flatMap((category) => namesOf(findFlags(category, '', english)));
    expect([...shown].sort()).toEqual([...flagNames].sort());
    for (const name of namesOf(findFlags('internal', '', english))) expect(flagEntry(name).category).toBe('internal');
  });

  it("appear in alphabetical sections, 'other' last, without empty ones", () => {
    const sections = findFlags('developing', '', english).map(({ section }) => section);
    expect(sections).toEqual(['environmentAndSpace', 'equipment', 'infra', 'movement', 'vision', 'other']);
  });
});

describe('A search for flags', () => {
  it('matches every word in title, description or name, in any case and order', () => {
    expect(namesOf(findFlags('customer', 'DARK', english))).toEqual(['darkMode']);
    expect(namesOf(findFlags('customer', ' boxes  pallets ', english))).toEqual(['palletizing']);
    expect(namesOf(findFlags('developing', 'ethernetip', english))).toEqual(['etherNetIP']);
    expect(namesOf(findFlags('customer', 'dark pallets', english))).toEqual([]);
  });

  it('covers one screen, in its language', () => {
    expect(findFlags('internal', 'dark', english)).toEqual([]);
    expect(namesOf(findFlags('customer', 'dunkle', german))).toEqual(['darkMode']);
  });
});
