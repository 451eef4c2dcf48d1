import { expect, it } from 'vitest';
import { describeSetUp } from './describe-set-up.ts';

it('describeSetUp names the page below the public address of the cell', () => {
  expect(describeSetUp('/setup#cwl_1', 'http://localhost:8080/')).toEqual({
    text: 'Create the first user, once, at http://localhost:8080/setup#cwl_1',
    code: 0,
  });
});

it('describeSetUp prints no link for a cell with a user and names the users to contact', () => {
  const { text, code } = describeSetUp(null, 'http://localhost:3000');
  expect([code, text]).toEqual([1, expect.stringContaining('invites')]);
});
