import '../../../i18n/control-panel.ts';
import '../../../i18n/examples.ts';
import { type ExampleItem, isFlagName, type ListedExample } from '@cellwright/domain/cell';
import { useTranslation } from 'react-i18next';
import { wordText } from '../../../i18n/contract-text.ts';
import { exampleLoosePartsDe, exampleSurfacesDe, exampleTextsDe, exampleTitlesDe } from '../../../i18n/de/examples.ts';

/** Items that are named by their device. */
const deviceThings: ReadonlySet<ExampleItem['thing']> = new Set(['equipment', 'mountedTools', 'cameraCalibrations']);

/** Texts of an example in the language of the page. */
export interface ExampleWords {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the texts of examples and of their requirements in the language of the page; untranslated text as in the
 * files.
 */
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
      if (thing === 'looseParts') return isGerman ? exampleLoosePartsDe : name;
      return deviceThings.has(thing) ? wordText('deviceNames', name) : name;
    },
  };
}

/** True if the title or the description contains all words of a search. */
export function matchesExample(search: string, { title, text }: ExampleWords): boolean {
  const whole = `${title} ${text}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
