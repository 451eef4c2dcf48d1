import { type ComponentType, lazy } from 'react';
import { loadScreen } from '../ui/load-screen.ts';

/** A screen that loads when it is first shown; the frame shows that it does. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => loadScreen(load));
}
