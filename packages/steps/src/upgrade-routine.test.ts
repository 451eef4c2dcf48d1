import type { StoredForm } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { configureStep, type FindVersions, mayHoldOtherForms, upgradeRoutineParts } from './upgrade-routine.ts';

/** Wait in its third version: seconds, which became milliseconds, which became durationMS. */
const findVersions: FindVersions = (stepKind) =>
  stepKind === 'Wait'
    ? {
        version: 3,
        migrations: [
          { to: 2, describe: 'seconds became milliseconds', migrate: toMilliseconds },
          { to: 3, describe: 'milliseconds became durationMS', migrate: toDuration },
        ],
      }
    : undefined;

function toMilliseconds({ seconds, ...kept }: StoredForm): StoredForm {
  return { ...(typeof seconds === 'number' && { milliseconds: seconds * 1000 }), ...kept };
}

function toDuration({ milliseconds, ...kept }: StoredForm): StoredForm {
  return { ...(milliseconds !== undefined && { durationMS: milliseconds }), ...kept };
}

function routineWith(configuration: object) {
  return {
    id: 'routine_1',
    name: 'Pick',
    steps: [
      { id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_wait', stepKind: 'Wait', description: 'Cool down' }] },
    ],
    stepConfigurations: { step_loop: { stepKind: 'Loop', args: {} }, step_wait: configuration },
  };
}

describe('upgradeRoutineParts', () => {
  it.each([
    [{ stepKind: 'Wait', args: { seconds: 2 } }],
    [{ stepKind: 'Wait', args: { milliseconds: 2000 }, formatVersion: 2 }],
    [{ stepKind: 'Wait', args: { durationMS: 2000 } }],
  ])('brings %j to the newest version and leaves the rest', (configuration) => {
    const stored = routineWith(configuration);
    const newest = { stepKind: 'Wait', args: { durationMS: 2000 }, formatVersion: 3 };
    expect(upgradeRoutineParts(stored, findVersions)).toEqual({ ok: true, routine: routineWith(newest) });
    expect(stored).toEqual(routineWith(configuration));
  });

  it('returns the same object if every part is in the newest form', () => {
    const current = routineWith({ stepKind: 'Wait', args: { durationMS: 2000 }, formatVersion: 3 });
    const upgraded = upgradeRoutineParts(current, findVersions);
    expect(upgraded.ok && upgraded.routine).toBe(current);
  });

  it('refuses a step of a newer version with its kind, name and place', () => {
    const newer = routineWith({ stepKind: 'Wait', args: {}, formatVersion: 4 });
    expect(upgradeRoutineParts(newer, findVersions)).toEqual({
      ok: false,
      problems: [
        {
          kind: 'invalidConfiguration',
          message:
            "The Wait step 'Cool down' has format version 4, this cell reads up to version 3. Update this cell to the release that saved it",
          fieldId: 'formatVersion',
          stepID: 'step_wait',
          stepPath: '1.1',
        },
      ],
    });
  });

  it('migrates the own space items of a routine and refuses newer ones', () => {
    const old = { id: 'space_1', name: 'Boxes', kind: 'palletBoxes', palletBaseID: 'space_2' };
    const { palletBaseID: _, ...rest } = old;
    expect(upgradeRoutineParts({ space: [old] })).toMatchObject({
      routine: { space: [{ ...rest, palletBaseIDs: ['space_2'], formatVersion: 2 }] },
    });
    expect(upgradeRoutineParts({ space: [{ ...old, formatVersion: 9 }] })).toMatchObject({
      ok: false,
      problems: [{ fieldId: 'space.0.formatVersion', message: expect.stringContaining("'Boxes'") }],
    });
  });

  it.each([[{}], [{ stepConfigurations: [] }], [{ stepConfigurations: { a: null } }], [{ space: 'none' }]])(
    'leaves %j to the parser',
    (input) => {
      expect(upgradeRoutineParts(input)).toEqual({ ok: true, routine: input });
    },
  );
});

it('skips a text without versions and kinds that migrated', () => {
  expect(mayHoldOtherForms(JSON.stringify({ stepConfigurations: { step_io: { stepKind: 'SetIO', args: {} } } }))).toBe(
    false,
  );
  expect(mayHoldOtherForms('{"space":[{"kind":"palletBoxes"}]}')).toBe(true);
  expect(mayHoldOtherForms('{"formatVersion":2}')).toBe(true);
  expect(mayHoldOtherForms(JSON.stringify({ name: '"formatVersion"' }))).toBe(false);
});

it('writes a new step in the newest version, and no version while it is 1', () => {
  expect(configureStep('SetIO', { outputs: [] })).toEqual({ stepKind: 'SetIO', args: { outputs: [] } });
  const args = { milliseconds: 5 };
  expect(configureStep('Wait', args)).toEqual({ stepKind: 'Wait', args, formatVersion: 2 });
});
