import type { Clock } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { PeopleStore } from '../domain/people-store.ts';
import type { Sessions } from '../domain/sessions.ts';
import { createFairTurns } from '../secrets/fair-turns.ts';
import { createOpenIDProvider } from './open-id-provider.ts';
import { AttemptSeal } from './seal-attempt.ts';
import type { SingleSignOnSettings } from './settings.ts';
import { SingleSignOn } from './single-sign-on.ts';

/** Limits of simultaneous requests to the provider, so that strangers cannot flood it through the cell. */
const turns = { maxRunning: 4, maxWaitingPerSource: 32, maxWaitingUntrusted: 64 };

interface Deps {
  readonly store: PeopleStore;
  readonly sessions: Sessions;
  /** Secret from which the key of attempts is derived. */
  readonly auditKey: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Creates single sign-on with the OpenID provider of these settings. */
export function createSingleSignOn(settings: SingleSignOnSettings, deps: Deps): SingleSignOn {
  const { store, sessions, auditKey, clock, log } = deps;
  return new SingleSignOn({
    ...{ settings, store, sessions, clock },
    provider: createOpenIDProvider(settings, log),
    seal: new AttemptSeal(auditKey, clock),
    askInTurn: createFairTurns(turns),
  });
}
