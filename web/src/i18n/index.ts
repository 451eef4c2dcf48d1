import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { AbsentTexts } from './en/absent.ts';
import type { BugReportingTexts } from './en/bug-reporting.ts';
import type { CalibrateTexts } from './en/calibrate.ts';
import type { CameraViewerTexts } from './en/camera-viewer.ts';
import type { CommentsTexts } from './en/comments.ts';
import type { ConfigEditorTexts } from './en/config-editor.ts';
import type { ControlPanelTexts } from './en/control-panel.ts';
import type { DeskTexts } from './en/desk.ts';
import type { DiagnosticsTexts } from './en/diagnostics.ts';
import type { EffectTexts } from './en/effects.ts';
import type { EntranceTexts } from './en/entrance.ts';
import type { EquipmentInspectorTexts } from './en/equipment-inspector.ts';
import type { ExamplesTexts } from './en/examples.ts';
import type { ExpressionTexts } from './en/expression.ts';
import type { ExternalControlTexts } from './en/external-control.ts';
import type { FleetTexts } from './en/fleet.ts';
import type { HelpTexts } from './en/help.ts';
import type { KindPackagesTexts } from './en/kind-packages.ts';
import type { leftObjects } from './en/left-objects.ts';
import type { ModesTexts } from './en/modes.ts';
import type { PaletteTexts } from './en/palette.ts';
import type { PalletTexts } from './en/pallet.ts';
import type { PictureTexts } from './en/picture.ts';
import type { PlaceTexts } from './en/place.ts';
import type { planCause } from './en/plan-cause.ts';
import type { PlaybackTexts } from './en/playback.ts';
import type { PreflightTexts } from './en/preflight.ts';
import type { ProposalsTexts } from './en/proposals.ts';
import type { readiness } from './en/readiness.ts';
import type { recovery } from './en/recovery.ts';
import type { RegionTexts } from './en/region.ts';
import type { ReplaceTexts } from './en/replace.ts';
import type { runStrip } from './en/run-strip.ts';
import type { RunTrendsTexts } from './en/run-trends.ts';
import type { SceneTexts } from './en/scene.ts';
import type { ShortcutsTexts } from './en/shortcuts.ts';
import type { SimulatorBotTexts } from './en/simulator-bot.ts';
import type { SoftwareTexts } from './en/software.ts';
import type { TourTexts } from './en/tour.ts';
import type { TransformTexts } from './en/transform.ts';
import type { UnsavedTexts } from './en/unsaved.ts';
import type { VersionsTexts } from './en/versions.ts';
import { type EnglishTexts, en } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: EnglishTexts;
      absent: AbsentTexts;
      bugReporting: BugReportingTexts;
      calibrate: CalibrateTexts;
      cameraViewer: CameraViewerTexts;
      comments: CommentsTexts;
      configEditor: ConfigEditorTexts;
      controlPanel: ControlPanelTexts;
      desk: DeskTexts;
      playback: PlaybackTexts;
      diagnostics: DiagnosticsTexts;
      effects: EffectTexts;
      equipmentInspector: EquipmentInspectorTexts;
      entrance: EntranceTexts;
      examples: ExamplesTexts;
      expression: ExpressionTexts;
      externalControl: ExternalControlTexts;
      kindPackages: KindPackagesTexts;
      help: HelpTexts;
      leftObjects: typeof leftObjects;
      readiness: typeof readiness;
      pallet: PalletTexts;
      preflight: PreflightTexts;
      proposals: ProposalsTexts;
      recovery: typeof recovery;
      runStrip: typeof runStrip;
      replace: ReplaceTexts;
      runTrends: RunTrendsTexts;
      region: RegionTexts;
      scene: SceneTexts;
      modes: ModesTexts;
      palette: PaletteTexts;
      picture: PictureTexts;
      place: PlaceTexts;
      planCause: typeof planCause;
      shortcuts: ShortcutsTexts;
      fleet: FleetTexts;
      simulatorBot: SimulatorBotTexts;
      software: SoftwareTexts;
      tour: TourTexts;
      transform: TransformTexts;
      unsaved: UnsavedTexts;
      versions: VersionsTexts;
    };
  }
}

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'cellwright.language';

export function isLanguage(value: string | null | undefined): value is Language {
  return value === 'en' || value === 'de';
}

/**
 * Starts in the language that was chosen last, or else that of the browser. Languages other than English load when
 * needed.
 */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  const stored = localStorage.getItem(storageKey);
  const wanted = isLanguage(stored) ? stored : navigator.language.slice(0, 2);
  if (isLanguage(wanted)) await applyLanguage(wanted);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await applyLanguage(language);
}

async function applyLanguage(language: Language): Promise<void> {
  if (language === 'de' && !i18next.hasResourceBundle('de', 'translation')) {
    const [{ de }, { deContracts }] = await Promise.all([import('./de.ts'), import('./de/contract.ts')]);
    i18next.addResourceBundle('de', 'translation', de);
    i18next.addResourceBundle('de', 'contract', deContracts);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
