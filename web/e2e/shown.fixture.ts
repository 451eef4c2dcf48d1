import { expect as expectPage } from '@playwright/test';
import { withPatience } from './patience.fixture.ts';

/** Expects page content, with a time limit for a busy machine. */
export const shown = expectPage.configure({ timeout: withPatience(20_000) });
