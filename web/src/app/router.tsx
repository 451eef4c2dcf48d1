import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { withKinds } from '../api/load-kinds.ts';
import { BrokenScreen } from '../ui/BrokenScreen.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { Frame } from './Frame.tsx';
import { AlreadyIn, Leaving } from './Leaving.tsx';
import { PrivacyScreen, TermsScreen } from './legal-screens.ts';
import { UnsavedPart } from './UnsavedPart.tsx';

const root = createRootRoute({
  component: () => (
    <Frame>
      <UnsavedPart />
      <Outlet />
    </Frame>
  ),
  notFoundComponent: lazyScreen(() => import('./UnknownPage.tsx')),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyScreen(() => withKinds(() => import('../features/home/HomeScreen.tsx'))),
});
const move = createRoute({
  getParentRoute: () => root,
  path: '/move',
  component: lazyScreen(() => import('../features/move/MoveScreen.tsx')),
});
const routines = createRoute({
  getParentRoute: () => root,
  path: '/routines',
  validateSearch: ({ show }): { show?: 'examples' } => (show === 'examples' ? { show } : {}),
  component: lazyScreen(() => import('../features/routines/RoutinesScreen.tsx')),
});
const proposals = createRoute({
  getParentRoute: () => root,
  path: '/proposals',
  // Routine whose proposals are shown; all if absent.
  validateSearch: (search): { routine?: string } =>
    typeof search.routine === 'string' ? { routine: search.routine } : {},
  component: lazyScreen(() => withKinds(() => import('../features/proposals/ProposalsScreen.tsx'))),
});
const editor = createRoute({
  getParentRoute: () => root,
  path: '/routines/$routineID',
  component: lazyScreen(() => withKinds(() => import('../features/editor/EditorScreen.tsx'))),
});

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  component: lazyScreen(() => withKinds(() => import('../features/runs/RunsScreen.tsx'))),
});
const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$runID',
  component: lazyScreen(() => withKinds(() => import('../features/runs/RunScreen.tsx'))),
});
const replay = createRoute({
  getParentRoute: () => root,
  path: '/runs/$runID/replay',
  // Seconds since the run began; values that are not numbers mean the start.
  validateSearch: (search): { at?: number } => (typeof search.at === 'number' ? { at: search.at } : {}),
  component: lazyScreen(() => withKinds(() => import('../features/runs/replay/ReplayScreen.tsx'))),
});
const box = createRoute({
  getParentRoute: () => root,
  path: '/box',
  // Device that is shown first; invalid values mean any.
  validateSearch: (search): { device?: string } => (typeof search.device === 'string' ? { device: search.device } : {}),
  component: lazyScreen(() => withKinds(() => import('../features/box/BoxScreen.tsx'))),
});
const scene = createRoute({
  getParentRoute: () => root,
  path: '/scene',
  component: lazyScreen(() => import('../features/scene/SceneScreen.tsx')),
});
const preflight = createRoute({
  getParentRoute: () => root,
  path: '/preflight',
  component: lazyScreen(() => withKinds(() => import('../features/preflight/PreflightScreen.tsx'))),
});
const calibrate = createRoute({
  getParentRoute: () => root,
  path: '/calibrate-arm',
  component: lazyScreen(() => import('../features/calibrate/CalibrateScreen.tsx')),
});
const controlPanel = createRoute({
  getParentRoute: () => root,
  path: '/control-panel',
  component: lazyScreen(() => import('../features/control-panel/ControlPanelScreen.tsx')),
});
const PanelScreen = lazyScreen(() => import('../features/control-panel/PanelScreens.tsx'));
/** One lazily loaded part finds the screens of the control panel: most pages never need their addresses. */
const panelRoute = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => root, path, component: PanelScreen });
const customerFlags = panelRoute('/control-panel/feature-flags/customer');
const underDevelopmentFlags = panelRoute('/control-panel/feature-flags/under-development');
const internalTestingFlags = panelRoute('/control-panel/feature-flags/internal-testing');
const safetyRules = panelRoute('/control-panel/safety-rules');
const cameraViewer = panelRoute('/control-panel/camera-viewer');
const simulatorBot = panelRoute('/control-panel/simulator-bot');
const configEditor = panelRoute('/control-panel/config-editor');
const equipmentInspector = panelRoute('/control-panel/equipment-inspector');
const externalControl = panelRoute('/control-panel/external-control');
const kindPackages = panelRoute('/control-panel/kind-packages');
const software = panelRoute('/control-panel/software');
const diagnostics = panelRoute('/control-panel/diagnostics');
const bugReporting = panelRoute('/control-panel/bug-reporting');
const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  component: lazyScreen(() => import('../features/help/HelpScreen.tsx')),
});
const article = createRoute({
  getParentRoute: () => root,
  path: '/help/$article',
  component: lazyScreen(() => import('../features/help/ArticleScreen.tsx')),
});
const privacy = createRoute({ getParentRoute: () => root, path: '/privacy', component: PrivacyScreen });
const terms = createRoute({ getParentRoute: () => root, path: '/terms', component: TermsScreen });
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: lazyScreen(() => import('../features/users/UsersScreen.tsx')),
});
const logout = createRoute({ getParentRoute: () => root, path: '/logout', component: Leaving });
const login = createRoute({ getParentRoute: () => root, path: '/login', component: AlreadyIn });
const setUp = createRoute({ getParentRoute: () => root, path: '/setup', component: AlreadyIn });
const provider = createRoute({ getParentRoute: () => root, path: '/sign-in/provider', component: AlreadyIn });

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    routines,
    proposals,
    editor,
    move,
    runs,
    run,
    replay,
    box,
    scene,
    users,
    preflight,
    calibrate,
    controlPanel,
    customerFlags,
    underDevelopmentFlags,
    internalTestingFlags,
    safetyRules,
    cameraViewer,
    equipmentInspector,
    simulatorBot,
    configEditor,
    externalControl,
    kindPackages,
    software,
    diagnostics,
    bugReporting,
    help,
    article,
    privacy,
    terms,
    logout,
    login,
    setUp,
    provider,
  ]),
  defaultErrorComponent: () => <BrokenScreen onReload={() => window.location.reload()} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
