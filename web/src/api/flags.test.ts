// @vitest-environment happy-dom
import { flagEntry, flagNames } from '@cellwright/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { flagOverrides, readOverrides, resolveFlag } from './flags.ts';

const storageKey = 'cellwright.featureFlags';

beforeEach(() => {
  flagOverrides.set('darkMode', undefined);
});

describe('the value of a flag', () => {
  it("is this browser's own, whatever the cell says, and without one the cell's", () => {
    for (const shared of [true, false]) {
      expect(resolveFlag('darkMode', shared, {})).toBe(shared);
      expect(resolveFlag('darkMode', shared, { darkMode: true })).toBe(true);
      expect(resolveFlag('darkMode', shared, { darkMode: false })).toBe(false);
    }
  });

  it("is always the cell's for a flag that is not for a single user", () => {
    const onlyShared = flagNames.filter((name) => !flagEntry(name).allowSingleUser);
    expect(onlyShared).toEqual(expect.arrayContaining(['ros2', 'pythonExpressions', 'etherNetIP']));
    for (const name of onlyShared) {
      expect(resolveFlag(name, false, { [name]: true })).toBe(false);
      expect(resolveFlag(name, true, { [name]: false })).toBe(true);
    }
  });
});

describe('the overrides of this browser', () => {
  it('are read without what is no flag, and are none when they cannot be read', () => {
    expect(readOverrides('{"darkMode":true,"hyperdrive":true}')).toEqual({ darkMode: true });
    for (const stored of [null, '', '{', '[]', '"on"', '{"darkMode":"yes"}']) expect(readOverrides(stored)).toEqual({});
  });

  it('are kept, told, and taken back', () => {
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

  it('follow another tab of this browser', () => {
    const unsubscribe = flagOverrides.subscribe(() => undefined);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKey, newValue: '{"darkMode":false}' }));
    expect(flagOverrides.all).toEqual({ darkMode: false });
    window.dispatchEvent(new StorageEvent('storage', { key: 'something.else', newValue: '{"darkMode":true}' }));
    expect(flagOverrides.all).toEqual({ darkMode: false });
    unsubscribe();
  });
});
