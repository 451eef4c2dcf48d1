import '../../../i18n/control-panel.ts';
import '../../../i18n/examples.ts';
import { type ExampleItem, isFlagName, type ListedExample } from '@cellwright/domain';
import { useTranslation } from 'react-i18next';
import { deviceText } from '../../../i18n/contract-text.ts';
import { exampleSurfacesDe, exampleTextsDe, exampleTitlesDe } from '../../../i18n/de/examples.ts';

/** An example in the language of the page. */
export interface ExampleWords {
  readonly title: string;
  readonly text: string;
}

/** Words of examples and of what they need, in the language of the page; as their files have them where nothing is translated. */
export function useExampleTexts() {
  const { i18n } = useTranslation('examples');
  const { t } = useTranslation('controlPanel');
  const isGerman = i18n.language === 'de';
  return {
    translate: ({ name, title, description }: ListedExample): ExampleWords => ({
      title: (isGerman && exampleTitlesDe[name]) || title,
      text: (isGerman && exampleTextsDe[name]) || description,
    }),
    nameItem({ thing, id, name }: ExampleItem): string {
      if (thing === 'featureFlags' && isFlagName(id)) return t(`flags.${id}.title`);
      if (thing === 'contactSurfaces') return (isGerman && exampleSurfacesDe[id]) || name;
      return thing === 'equipment' ? deviceText(name) : name;
    },
  };
}

/** True if all words of a search are in the title or the description. */
export function matchesExample(search: string, { title, text }: ExampleWords): boolean {
  const whole = `${title} ${text}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
