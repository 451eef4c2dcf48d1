import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allCalls } from '../calls.ts';
import { signIn } from '../identity/sign-in.ts';
import { setBreakpoints } from '../runner/debugging.ts';
import { addObstacle } from '../runner/planning-scene.ts';
import { strictInputOf } from './strict-input.ts';

/** Returns the objects in a schema with their paths; those of a recursive schema once. */
function findObjects(
  schema: z.core.$ZodType,
  path: string,
  seen = new Set<z.core.$ZodType>(),
): [path: string, object: z.ZodObject][] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = (each: z.core.$ZodType, name = '') => findObjects(each, `${path}${name}`, seen);
  if (schema instanceof z.ZodObject) {
    const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape);
    return [[path, schema], ...fields.flatMap(([name, field]) => inside(field, `.${name}`))];
  }
  if (schema instanceof z.ZodArray) return inside(schema.def.element, '[]');
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => inside(item, '[]'));
  if (schema instanceof z.ZodRecord) return inside(schema.def.valueType, '{}');
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((option) => inside(option));
  if (schema instanceof z.ZodLazy) return inside(schema.def.getter());
  if (schema instanceof z.ZodPipe) return [...inside(schema.def.in), ...inside(schema.def.out)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inside(schema.def.innerType);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return inside(schema.def.innerType);
  return [];
}

/** Returns the paths of objects that would drop an unknown field. */
function findDropping(schema: z.core.$ZodType): string[] {
  return findObjects(schema, '').flatMap(([path, { def }]) => (def.catchall === undefined ? [path] : []));
}

/** Kinds of schemas that contain no others, and those that `findObjects` looks into. */
const knownKinds =
  'any array boolean default enum lazy literal never null nullable number object optional pipe prefault record string transform tuple undefined union unknown'.split(
    ' ',
  );

function findKinds(schema: z.core.$ZodType): string[] {
  return findObjects(schema, '').flatMap(([, { shape }]) =>
    Object.values<z.core.$ZodType>(shape).map((field) => field._zod.def.type),
  );
}

const signsIn = allCalls.filter(({ startsSession }) => startsSession);
const others = allCalls.filter(({ startsSession }) => !startsSession);

describe('The input of a call', () => {
  it.each(others.map((call) => [call.name, call] as const))(
    'drops no unknown field at any depth: %s',
    (_name, call) => {
      expect(findDropping(strictInputOf(call))).toEqual([]);
    },
  );

  it('has nested objects in many calls, of kinds that this test looks into', () => {
    const nested = others.filter(({ input }) => findObjects(input, '').length > 1);
    expect(nested.length).toBeGreaterThan(8);
    expect(nested.flatMap(({ input }) => findDropping(input)).length).toBeGreaterThan(30);
    const kinds = new Set(others.flatMap(({ input }) => findKinds(input)));
    expect([...kinds].filter((kind) => !knownKinds.includes(kind))).toEqual([]);
  });

  it.each([
    ['an object', addObstacle, { name: 'a', shape: { kind: 'sphere', radius: 1 }, pose: { yaw: 1 } }, 'yaw'],
    [
      'a condition within a list',
      setBreakpoints,
      {
        robotKind: 'simulated',
        routineID: 'routine_1',
        breakpoints: [{ stepID: 's', when: 'before', condition: { kind: 'constant', value: 1, valeu: 2 } }],
      },
      'valeu',
    ],
  ])('names an unknown field of %s', (_where, call, input, field) => {
    const { error } = strictInputOf(call).safeParse(input);
    expect(error?.issues.map(({ message }) => message)).toContain(
      `There is no field '${field}' here. Correct its name or remove it`,
    );
  });

  it('ignores unknown fields where a person signs in', () => {
    expect(signsIn).toContain(signIn);
    const sent = { username: 'ada', password: 'correct horse battery' };
    expect(strictInputOf(signIn).parse({ ...sent, remember: true })).toEqual(signIn.input.parse(sent));
  });
});
