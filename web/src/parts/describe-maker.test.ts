import { thisMachine } from '@cellwright/domain/basics';
import { expect, it } from 'vitest';
import { textsIn } from '../i18n/in-language.fixture.tsx';
import { describeMaker } from './describe-maker.ts';

it.each([
  ['en', thisMachine.name, 'on the cell computer'],
  ['en', 'Ada', 'by Ada'],
  ['de', thisMachine.name, 'am Rechner der Zelle'],
  ['de', 'Ada', 'von Ada'],
] as const)('describeMaker describes in %s what %s made', async (language, name, words) => {
  const { t } = await textsIn(language);
  expect(describeMaker(t, name, (person) => t('routines.by', { name: person }))).toBe(words);
});

it('describeMaker returns the name alone by default', async () => {
  const { t } = await textsIn('en');
  expect(describeMaker(t, 'Ada')).toBe('Ada');
});
