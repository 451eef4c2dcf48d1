import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance, type i18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { theme } from '../ui/theme/theme.ts';
import { configEditorDe } from './de/config-editor.ts';
import { deskDe } from './de/desk.ts';
import { diagnosticsDe } from './de/diagnostics.ts';
import { effectsDe } from './de/effects.ts';
import { equipmentInspectorDe } from './de/equipment-inspector.ts';
import { fleetDe } from './de/fleet.ts';
import { modesDe } from './de/modes.ts';
import { pictureDe } from './de/picture.ts';
import { placeDe } from './de/place.ts';
import { playbackDe } from './de/playback.ts';
import { recovery as recoveryDe } from './de/recovery.ts';
import { replaceDe } from './de/replace.ts';
import { simulatorBotDe } from './de/simulator-bot.ts';
import { transformDe } from './de/transform.ts';
import { de } from './de.ts';
import { box } from './en/box.ts';
import { configEditorEn } from './en/config-editor.ts';
import { deskEn } from './en/desk.ts';
import { diagnosticsEn } from './en/diagnostics.ts';
import { effectsEn } from './en/effects.ts';
import { equipmentInspectorEn } from './en/equipment-inspector.ts';
import { fleetEn } from './en/fleet.ts';
import { handMotion } from './en/hand-motion.ts';
import { jog } from './en/jog.ts';
import { modesEn } from './en/modes.ts';
import { pictureEn } from './en/picture.ts';
import { placeEn } from './en/place.ts';
import { playbackEn } from './en/playback.ts';
import { recovery as recoveryEn } from './en/recovery.ts';
import { replaceEn } from './en/replace.ts';
import { runs } from './en/runs.ts';
import { simulatorBotEn } from './en/simulator-bot.ts';
import { transformEn } from './en/transform.ts';
import { users } from './en/users.ts';
import { en } from './en.ts';
import { editorEn, routinesEn } from './en-author.ts';
import type { Language } from './index.ts';

const english = { ...en, routines: routinesEn, editor: editorEn, runs, box, users, move: { ...handMotion, ...jog } };
const dictionaries = {
  en: {
    translation: english,
    configEditor: configEditorEn,
    desk: deskEn,
    diagnostics: diagnosticsEn,
    effects: effectsEn,
    equipmentInspector: equipmentInspectorEn,
    fleet: fleetEn,
    modes: modesEn,
    picture: pictureEn,
    place: placeEn,
    playback: playbackEn,
    recovery: recoveryEn,
    replace: replaceEn,
    simulatorBot: simulatorBotEn,
    transform: transformEn,
  },
  de: {
    translation: de,
    configEditor: configEditorDe,
    desk: deskDe,
    diagnostics: diagnosticsDe,
    effects: effectsDe,
    equipmentInspector: equipmentInspectorDe,
    fleet: fleetDe,
    modes: modesDe,
    picture: pictureDe,
    place: placeDe,
    playback: playbackDe,
    recovery: recoveryDe,
    replace: replaceDe,
    simulatorBot: simulatorBotDe,
    transform: transformDe,
  },
};

/** Returns all texts of a language, separate from those of the page, which test files share. */
export async function textsIn(language: Language): Promise<i18n> {
  const texts = createInstance();
  await texts.use(initReactI18next).init({
    lng: language,
    resources: { [language]: dictionaries[language] },
    interpolation: { escapeValue: false },
  });
  return texts;
}

/** Wraps a component in the providers that every page has. */
export async function wrapIn(language: Language, shown: ReactNode, queries = new QueryClient()): Promise<ReactNode> {
  return (
    <I18nextProvider i18n={await textsIn(language)}>
      <MantineProvider theme={theme}>
        <QueryClientProvider client={queries}>{shown}</QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>
  );
}

/** Returns the HTML that a component first renders. */
export async function renderIn(language: Language, shown: ReactNode): Promise<string> {
  return renderToStaticMarkup(await wrapIn(language, shown));
}

/** Returns the text of HTML without its tags, with words separated. */
export function readText(html: string): string {
  return html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
