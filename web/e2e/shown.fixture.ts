import { expect as expectPage } from '@playwright/test';
import { withPatience } from './patience.fixture.ts';

/** Measured at each use: a worker that began on a quiet machine may continue on a busy one. */
const withCurrentPatience = () => expectPage.configure({ timeout: withPatience(20_000) });

/** Expects page content, with a time limit for a busy machine. */
export const shown: typeof expectPage = new Proxy(expectPage, {
  apply: (_expect, _this, args) => Reflect.apply(withCurrentPatience(), undefined, args),
  get: (_expect, name) => Reflect.get(withCurrentPatience(), name),
});
