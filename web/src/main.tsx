import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import './ui/theme/tokens.css';
import './ui/press/press.css';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followRobotArm } from './api/load-robot-arm.ts';
import { robots } from './api/robots.ts';
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

/** Time after which the page shows that the cell has not answered yet, ms. */
const firstAnswerMS = 1000;

// Loaded beside the first screen: no translator rewrites a page before it shows.
void import('./ui/foreign-texts.ts').then(({ tolerateForeignTexts }) => tolerateForeignTexts(document), console.warn);
void import('./ui/tooltips/tooltips.ts').then(({ showTooltips }) => showTooltips(document), console.warn);
const resuming = session.resume();
await startTexts();
followRobotArm();
// First, and as a separate root: the stop works whatever fails in the app.
rootOf('stop').render(<StopButton />);
followStopWays();
resumeStop();
// A cell that answers at once shows its screens at once, not first that it is being asked.
await Promise.race([resuming, new Promise((resolve) => setTimeout(resolve, firstAnswerMS))]);
guardPresses(document.body, {
  onTooShort: () => showHint(i18next.t('press.hold')),
  isTapEnough: () => robots.startsByTap,
});
rootOf('root').render(
  <StrictMode>
    <App />
  </StrictMode>,
);
