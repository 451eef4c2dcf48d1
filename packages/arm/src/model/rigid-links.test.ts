import { expect, test } from 'vitest';
import { defaultArm } from '../models/default-arm.ts';
import { largeArm } from '../models/sister-arms.ts';
import { ur5e } from '../models/ur5e.ts';
import { flangeLinksOf, standingLinksOf } from './rigid-links.ts';

test('finds standing links from the joints, not from names', () => {
  expect([...standingLinksOf(defaultArm)].sort()).toEqual(['base_link', 'world']);
  expect(standingLinksOf(ur5e)).toEqual(['base_link']);
});

test('finds flange links from the joints, not from names', () => {
  expect([...flangeLinksOf(largeArm)].sort()).toEqual(['tool0', 'wrist_2_link', 'wrist_3_link']);
  expect([...flangeLinksOf(ur5e)].sort()).toEqual(['link_5', 'link_6', 'tool0']);
});
