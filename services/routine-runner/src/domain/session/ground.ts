import { messages } from '@cellwright/domain/messages';
import { type Answer, refuse } from '../answer.ts';
import { BaseMovers } from '../core/base-movers.ts';
import type { SessionCore } from '../core/session-core.ts';

/** Session parts that the core asks. They are started after the core, so each call looks its part up. */
export interface GroundParts {
  readonly base: { refresh(): Promise<Answer> };
  readonly tools: { refresh(): Promise<Answer> };
  readonly runs: { adoptBase(): void };
}

/** Creates the refresh of the arm's base and tool, which runs before it moves and after its base was moved. */
export function createGround(parts: GroundParts): Pick<SessionCore, 'refreshTool' | 'takeMovedBase' | 'baseMovers'> {
  const baseMovers = new BaseMovers();
  return {
    baseMovers,
    async refreshTool() {
      if (baseMovers.areAtWork) return refuse('robot_not_idle', messages.baseMovesUnderArm);
      const base = await parts.base.refresh();
      return base.ok ? parts.tools.refresh() : base;
    },
    async takeMovedBase(isOfRun) {
      const base = await parts.base.refresh();
      if (base.ok && isOfRun) parts.runs.adoptBase();
      return base;
    },
  };
}
