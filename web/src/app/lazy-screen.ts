import { type ComponentType, lazy } from 'react';
import { loadScreen } from '../ui/load-screen.ts';

/** A screen, or a part of one, that loads when it is first shown; the frame shows that it does. */
export function lazyScreen<Props extends object = object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadScreen(load));
}
