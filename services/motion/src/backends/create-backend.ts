import type { Clock } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { PlannerBackend } from '../domain/planner-backend.ts';
import { createBuiltInPlanner } from './built-in.ts';

/** Which planner plans. URLs are of WebSockets. */
export type BackendChoice = { readonly kind: 'builtIn' };

export interface BackendOptions {
  readonly threadCount: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createBackend(choice: BackendChoice, options: BackendOptions): PlannerBackend {
  switch (choice.kind) {
    case 'builtIn':
      return createBuiltInPlanner({ threadCount: options.threadCount ?? 0, clock: options.clock });
  }
}
