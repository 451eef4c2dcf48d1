import { expect as expectPage } from '@playwright/test';
import { withPatience } from './patience.fixture.ts';

/** Awaits what a page shows, for as long as a busy machine may take. */
export const shown = expectPage.configure({ timeout: withPatience(20_000) });
