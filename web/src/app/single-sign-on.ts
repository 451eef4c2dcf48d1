import { beginSingleSignOn, completeSingleSignOn, getSingleSignOn } from '@cellwright/calls';
import { callCell, createHttp } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import * as z from 'zod';

/** Storage key of the attempt of this tab; only its answer signs in. */
const attemptKey = 'cellwright.signInAttempt';
const attemptSchema = z.object({ attempt: z.string(), returnTo: z.string() });
const http = createHttp({ url: '' });

/** Sign-in at the OpenID provider of the cell: leaves this page, and returns to it. */
export const singleSignOn = {
  /** Returns the provider; undefined if there is none, or if the cell does not answer. */
  async read(): Promise<{ name: string } | undefined> {
    const { provider } = await callCell(http, getSingleSignOn, {}).catch(() => ({ provider: null }));
    return provider ?? undefined;
  },
  /** Opens the provider's sign-in page. @throws ProductError if the provider does not answer. */
  async begin(): Promise<void> {
    const { pathname, search, hash, origin } = window.location;
    const { url, attempt } = await callCell(http, beginSingleSignOn, { origin });
    sessionStorage.setItem(attemptKey, JSON.stringify({ attempt, returnTo: `${pathname}${search}${hash}` }));
    window.location.assign(url);
  },
  /** Signs in with the answer of the provider, and opens the page where the user began. @throws ProductError */
  async complete(query: string): Promise<void> {
    const kept = sessionStorage.getItem(attemptKey);
    sessionStorage.removeItem(attemptKey);
    if (kept === null) throw new ProductError('authorization_required', accessMessages.attemptExpired);
    const { attempt, returnTo } = attemptSchema.parse(JSON.parse(kept));
    await callCell(http, completeSingleSignOn, { attempt, query });
    window.location.replace(returnTo);
  },
};
