import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { withKinds } from '../../api/load-kinds.ts';
import { lazyScreen } from '../../ui/lazy-screen.ts';

/** Screens by their address below `/control-panel/`. */
export const panelScreens = {
  'feature-flags/customer': lazyScreen(() => import('./CustomerFlagsScreen.tsx')),
  'feature-flags/under-development': lazyScreen(() => import('./UnderDevelopmentFlagsScreen.tsx')),
  'feature-flags/internal-testing': lazyScreen(() => import('./InternalTestingFlagsScreen.tsx')),
  'safety-rules': lazyScreen(() => import('./SafetyRulesScreen.tsx')),
  'camera-viewer': lazyScreen(() => import('./CameraViewerScreen.tsx')),
  'simulator-bot': lazyScreen(() => import('./SimulatorBotScreen.tsx')),
  'config-editor': lazyScreen(() => import('./ConfigEditorScreen.tsx')),
  'equipment-inspector': lazyScreen(() => withKinds(() => import('./EquipmentInspectorScreen.tsx'))),
  'external-control': lazyScreen(() => import('./ExternalControlScreen.tsx')),
  'kind-packages': lazyScreen(() => import('./KindPackagesScreen.tsx')),
  software: lazyScreen(() => import('./SoftwareScreen.tsx')),
  diagnostics: lazyScreen(() => withKinds(() => import('./DiagnosticsScreen.tsx'))),
  'bug-reporting': lazyScreen(() => import('./BugReportingScreen.tsx')),
} as const;

const isScreen = (name: string): name is keyof typeof panelScreens => Object.hasOwn(panelScreens, name);

/** Screen of the control panel at the current address. */
export default function PanelScreens(): ReactNode {
  const name = useLocation().pathname.replace(/^\/control-panel\/|\/$/g, '');
  const Screen = isScreen(name) ? panelScreens[name] : undefined;
  return Screen && <Screen key={name} />;
}
