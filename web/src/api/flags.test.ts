// @vitest-environment happy-dom
import { flagEntry, flagNames } from '@cellwright/domain/cell';
import { beforeEach, describe, expect, it } from 'vitest';
import { flagOverrides, readOverrides, resolveFlag } from './flags.ts';

const storageKey = 'cellwright.featureFlags';

beforeEach(() => {
  flagOverrides.set('darkMode', undefined);
});

describe('resolveFlag', () => {
  it('prefers the override of this browser to the value of the cell', () => {
    for (const shared of [true, false]) {
      expect(resolveFlag('darkMode', shared, {})).toBe(shared);
      expect(resolveFlag('darkMode', shared, { darkMode: true })).toBe(true);
      expect(resolveFlag('darkMode', shared, { darkMode: false })).toBe(false);
    }
  });

  it('returns the value of the cell for a flag that users cannot override', () => {
    const onlyShared = flagNames.filter((name) => !flagEntry(name).allowSingleUser);
    expect(onlyShared).toEqual(expect.arrayContaining(['ros2', 'pythonExpressions', 'etherNetIP']));
    for (const name of onlyShared) {
      expect(resolveFlag(name, false, { [name]: true })).toBe(false);
      expect(resolveFlag(name, true, { [name]: false })).toBe(true);
    }
  });
});

describe('The flag overrides of this browser', () => {
  it('omit entries that are not flags, and are empty when they cannot be read', () => {
    expect(readOverrides('{"darkMode":true,"hyperdrive":true}')).toEqual({ darkMode: true });
    for (const stored of [null, '', '{', '[]', '"on"', '{"darkMode":"yes"}']) expect(readOverrides(stored)).toEqual({});
  });

  it('can be stored and removed, and notify listeners', () => {
    const seen: unknown[] = [];
    const unsubscribe = flagOverrides.subscribe(() => seen.push(flagOverrides.all));
    flagOverrides.set('darkMode', true);
    expect(readOverrides(localStorage.getItem(storageKey))).toEqual({ darkMode: true });
    flagOverrides.set('locateStep', false);
    flagOverrides.set('darkMode', undefined);
    flagOverrides.set('locateStep', undefined);
    expect(seen).toEqual([{ darkMode: true }, { darkMode: true, locateStep: false }, { locateStep: false }, {}]);
    unsubscribe();
  });

  it('follow changes in another tab of this browser', () => {
    const unsubscribe = flagOverrides.subscribe(() => undefined);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKey, newValue: '{"darkMode":false}' }));
    expect(flagOverrides.all).toEqual({ darkMode: false });
    window.dispatchEvent(new StorageEvent('storage', { key: 'something.else', newValue: '{"darkMode":true}' }));
    expect(flagOverrides.all).toEqual({ darkMode: false });
    unsubscribe();
  });
});
