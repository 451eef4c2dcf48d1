import { type BugReport, bugReportSchema, listedBugReportSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Problems reported by users and programs. */
export const bugReports = defineEntity<BugReport>({
  name: 'bugReports',
  noun: 'bug report',
  description: 'Bug reports from users and programs',
  owner: 'identity',
  schema: bugReportSchema,
  idPrefix: 'bugReport',
  history: 'newest',
  listing: {
    schema: listedBugReportSchema,
    of: ({ bundle, ...listed }) => ({ ...listed, ...(bundle && { bundleFileName: bundle.fileName }) }),
  },
  // Includes the attached journals and archive.
  maxBytes: 1024 * 1024,
  may: { find: 'controlPanel', get: 'controlPanel', create: 'signedIn', patch: 'nobody', remove: 'controlPanel' },
});
