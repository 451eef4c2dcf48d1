import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import './ui/theme/tokens.css';
import './ui/press/press.css';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followRobotArm } from './api/load-robot-arm.ts';
import { session } from './api/session.ts';
import { followStopWays, resumeStop } from './api/stop/stop-ways.ts';
import { App } from './app/App.tsx';
import { StopButton } from './app/StopButton.tsx';
import { startTexts } from './i18n/index.ts';
import { guardPresses } from './ui/press/press-guard.ts';
import { showHint } from './ui/toasts.ts';

function rootOf(id: string) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}`);
  return createRoot(element);
}

// Loaded beside the first screen: no translator rewrites a page before it shows.
void import('./ui/foreign-texts.ts').then(({ tolerateForeignTexts }) => tolerateForeignTexts(document), console.warn);
void import('./ui/tooltips/tooltips.ts').then(({ showTooltips }) => showTooltips(document), console.warn);
await Promise.all([startTexts(), session.resume()]);
followRobotArm();
// First, and as a separate root: the stop works whatever fails in the app.
rootOf('stop').render(<StopButton />);
followStopWays();
resumeStop();
guardPresses(document.body, () => showHint(i18next.t('press.hold')));
rootOf('root').render(
  <StrictMode>
    <App />
  </StrictMode>,
);
