import { thisMachine } from '@cellwright/domain/basics';
import type { TFunction } from 'i18next';

/**
 * Describes who made or changed something: a person or program in the words of `say`, or the cell itself, which has no
 * name.
 */
export function describeMaker(t: TFunction, name: string, say = (person: string) => person): string {
  return name === thisMachine.name ? t('app.onMachine') : say(name);
}
