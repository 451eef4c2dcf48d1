import { findFactorySpeedProfile } from '@cellwright/domain/robot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRunnerDatabase } from './runner-database.fixture.ts';
import { createSpeedChoiceStore } from './speed-choice-store.ts';

let tables: Awaited<ReturnType<typeof startRunnerDatabase>>;

beforeAll(async () => {
  tables = await startRunnerDatabase();
});
afterAll(() => tables.drop());

it('keeps the whole profile that was chosen for each robot', async () => {
  const live = createSpeedChoiceStore(tables.db, 'live');
  const simulated = createSpeedChoiceStore(tables.db, 'simulated');
  const profile = findFactorySpeedProfile('safest');
  if (!profile) throw new Error('there is no safest profile');
  expect(await live.load()).toBeUndefined();
  await live.save({ profile, jerkLimit: null });
  await live.save({ profile, jerkLimit: 12 });
  expect([await live.load(), await simulated.load()]).toEqual([{ profile, jerkLimit: 12 }, undefined]);
});
