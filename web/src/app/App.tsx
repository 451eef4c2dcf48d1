import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { keepQueriesLive } from '../api/live.ts';
import { createQueries } from '../api/queries.ts';
import { reportShownErrors } from '../api/report-shown-errors.ts';
import { session } from '../api/session.ts';
import { unsavedWork } from '../api/unsaved/unsaved-work.ts';
import { useIsSignedIn } from '../api/use-session.ts';
import { ScreenBoundary } from '../ui/BrokenScreen.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { resolveVariables, theme } from '../ui/theme/theme.ts';
import { toastShelf } from '../ui/toasts.ts';
import { DarkMode } from './DarkMode.tsx';
import { router } from './router.tsx';

const EntranceScreen = lazyScreen(() => import('./EntranceScreen.tsx'));
/** The hub of a fleet has one screen of its own, without the frame of a cell. */
const FleetScreen = lazyScreen(() => import('../features/fleet/FleetScreen.tsx'));
const isFleet = window.location.pathname === '/fleet';
const Toasts = lazy(() => toastShelf);

const queries = createQueries();

// The next user on this tablet must not see data of the previous one.
session.subscribe(() => {
  if (!session.isSignedIn) queries.clear();
});

// Unsaved work is kept for the user whose session ended, and for no one else.
let lastUserID: string | undefined;
session.subscribe(() => {
  if (!session.isSignedIn) return;
  if (session.userID === undefined || session.userID !== lastUserID) unsavedWork.discardAll();
  lastUserID = session.userID;
});

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (!unsavedWork.isEmpty) event.preventDefault();
}

export function App() {
  const isSignedIn = useIsSignedIn();
  useEffect(() => (isSignedIn ? keepQueriesLive(queries) : undefined), [isSignedIn]);
  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, []);
  useEffect(() => (isSignedIn ? reportShownErrors() : undefined), [isSignedIn]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      <ScreenBoundary screen="app">
        <QueryClientProvider client={queries}>
          <DarkMode />
          <Suspense>
            {isSignedIn ? isFleet ? <FleetScreen /> : <RouterProvider router={router} /> : <EntranceScreen />}
          </Suspense>
        </QueryClientProvider>
      </ScreenBoundary>
      <Suspense>
        <Toasts />
      </Suspense>
    </MantineProvider>
  );
}
