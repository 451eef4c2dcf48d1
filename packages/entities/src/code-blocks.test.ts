import type { Permission } from '@cellwright/domain/cell';
import { expect, it } from 'vitest';
import { codeBlocks } from './code-blocks.ts';
import { leaveOf, redact, requireVisibleFields } from './framework/access.ts';
import type { AnyEntity } from './framework/definition.ts';
import { redactForView, viewNamesFor, viewsOf } from './framework/views.ts';

const entity: AnyEntity = codeBlocks;
const block = { id: 'codeBlock_1', name: 'Count', source: 'await cell.report(1)' };
const subjectWith = (permissions: readonly Permission[]) => ({ subjectID: 'ada', name: 'Ada', permissions });

it.each<[permissions: Permission[], isShown: boolean]>([
  [[], false],
  [['account', 'controlPanel'], false],
  [['connectToRobot'], true],
  [['author'], true],
  [['author', 'connectToRobot'], true],
])('A code block shows its source to a user with the permissions %j: %s', (permissions, isShown) => {
  const subject = subjectWith(permissions);
  expect(leaveOf(entity, 'get', subject)).toBe('yes');
  expect('source' in redact(entity, block, subject)).toBe(isShown);
  const [name] = viewNamesFor(entity, subject);
  const view = viewsOf(entity).find((each) => each.name === name);
  expect(view && redactForView(entity, block, view)).toEqual(redact(entity, block, subject));
});

it('A code block is not found by its source without a permission that shows it', () => {
  const query = { where: { source: ['x'] }, sort: [] };
  expect(() => requireVisibleFields(entity, query, subjectWith(['author']))).not.toThrow();
  expect(() => requireVisibleFields(entity, query, subjectWith(['account']))).toThrow(
    "Filtering or sorting by 'source' needs the permission 'Author' or 'Connect to the robot', which Ada does not have",
  );
});
