import { thisMachine } from '@cellwright/domain';
import type { TFunction } from 'i18next';

/** Who made or changed something: a person or a program as `say` puts it, or the cell's own machine, which is nobody. */
export function describeMaker(t: TFunction, name: string, say = (person: string) => person): string {
  return name === thisMachine.name ? t('app.onMachine') : say(name);
}
