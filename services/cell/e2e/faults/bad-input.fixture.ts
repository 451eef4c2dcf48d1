import { maxStepDepth } from '@cellwright/domain/basics';
import type { RoutineFile, Step } from '@cellwright/domain/routine';
import { ready, sketchFile } from './routines.fixture.ts';

/** Expected response to a bad document: 200, or a refusal in the envelope. */
export interface BadInput {
  readonly name: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Returns a tree of loops with a wait in the innermost. */
export function deepFile(depth: number): RoutineFile {
  const file = sketchFile(`routine_deep_${depth}`, [
    { id: 'step_deep_1', stepKind: 'Wait', args: { milliseconds: 1 } },
  ]);
  const { routine } = file;
  const leaf = routine.steps;
  const id = (level: number) => `step_deep_${depth}_${level}`;
  let steps: Step[] = leaf;
  for (let level = depth - 1; level >= 1; level--) {
    routine.stepConfigurations[id(level)] = { stepKind: 'Loop', args: { times: 1 } };
    steps = [{ id: id(level), stepKind: 'Loop', isDisabled: false, steps }];
  }
  routine.steps = steps;
  return file;
}

/** Returns a valid routine of about this size in bytes. */
export function largeFile(bytes: number, id = 'routine_large'): RoutineFile {
  const perStep = 500;
  const file = sketchFile(
    id,
    Array.from({ length: Math.floor(bytes / perStep) }, (_, index) => ({
      id: `step_${id}_${index}`,
      stepKind: 'Wait',
      args: { milliseconds: 10 },
    })),
  );
  const room = Math.floor((bytes - JSON.stringify(file).length) / file.routine.steps.length) - 20;
  for (const step of file.routine.steps) step.description = 'x'.repeat(Math.max(1, room));
  return file;
}

const wait = (milliseconds: unknown) =>
  sketchFile('routine_number', [{ id: 'step_number', stepKind: 'Wait', args: { milliseconds } }]);
const text = JSON.stringify;

/** Returns routine files with one error each, and bytes that are not a routine at all. */
export function badFiles(): BadInput[] {
  const duplicate = sketchFile('routine_duplicate', [
    { id: 'step_same', stepKind: 'Wait', args: { milliseconds: 1 } },
    { id: 'step_same', stepKind: 'Wait', args: { milliseconds: 2 } },
  ]);
  const unknown = sketchFile('routine_unknown', [{ id: 'step_unknown', stepKind: 'Levitate', args: { height: 2 } }]);
  const farAway = sketchFile('routine_far', [
    {
      id: 'step_far_move',
      stepKind: 'MoveArmToV2',
      steps: [
        {
          id: 'step_far',
          stepKind: 'Waypoint',
          args: { shouldMatchJointAngles: true, target: { jointAngles: [1e308, ...ready.slice(1)] } },
        },
      ],
    },
  ]);
  const good = text(wait(1));
  return [
    { name: 'a tree 1,000 deep', body: text(deepFile(maxStepDepth)) },
    { name: 'a tree 1,001 deep', body: text(deepFile(maxStepDepth + 1)) },
    { name: 'lists 200,000 deep', body: `${'['.repeat(200_000)}${']'.repeat(200_000)}` },
    { name: 'objects 200,000 deep', body: `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}` },
    { name: 'a routine of 5 MB', body: text(largeFile(5_000_000)) },
    { name: 'a body of 9 MB', body: text(largeFile(9 * 1024 * 1024)) },
    { name: 'a duplicate id', body: text(duplicate) },
    { name: 'an unknown kind', body: text(unknown) },
    { name: 'NaN', body: good.replace('"milliseconds":1', '"milliseconds":NaN') },
    { name: '1e308', body: text(wait(1e308)) },
    { name: '1e999, which is read as infinite', body: good.replace('"milliseconds":1', '"milliseconds":1e999') },
    { name: 'a joint at 1e308 rad', body: text(farAway) },
    { name: 'a truncated file', body: good.slice(0, good.length / 2) },
    { name: 'an empty body', body: '' },
    { name: 'null', body: 'null' },
    { name: 'a list', body: '[]' },
    { name: 'a number', body: '1' },
    { name: 'bytes that are no text', body: new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x7d]) },
    { name: 'a prototype', body: good.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":1},') },
    { name: 'NUL in a name', body: good.replace('"name":"routine_number"', '"name":"a\\u0000b"') },
    { name: 'half a surrogate pair in a name', body: good.replace('"name":"routine_number"', '"name":"\\ud800"') },
  ];
}

/** Entry points of documents, under /api/v1/cell; documents that are not routine files are sent unchanged. */
export const doors: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/routines/import'],
  ['POST', '/routines/validate'],
  ['POST', '/routines'],
  ['PATCH', '/routines/routine_nowhere'],
  ['POST', '/space-items'],
  ['POST', '/variables'],
  ['POST', '/equipment'],
  ['POST', '/tokens'],
];

/** Returns the body for an entry point: a file where files are expected, else its content. */
export function bodyFor(path: string, { body }: BadInput): string | Uint8Array<ArrayBuffer> {
  if (path.includes('import') || path.includes('validate') || typeof body !== 'string') return body;
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && 'routine' in parsed ? JSON.stringify(parsed.routine) : body;
  } catch {
    return body;
  }
}
