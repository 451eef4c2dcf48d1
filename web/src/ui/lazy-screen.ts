import { type ComponentType, lazy } from 'react';
import { loadScreen } from './load-screen.ts';

/** Returns a screen, or a part of one, that loads when it is first shown; the frame shows the loading state. */
export function lazyScreen<Props extends object = object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadScreen(load));
}
