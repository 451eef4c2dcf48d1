import { describe, expect, it } from 'vitest';
import { boardNotes } from './board-notes.ts';
import { bugReports } from './bug-reports.ts';

describe('bugReports', () => {
  it('refuses an empty report with a sentence', () => {
    const refused = bugReports.create.safeParse({ report: {} });
    expect(refused.error?.issues).toMatchObject([
      { path: ['report'], message: 'The report is empty. Describe the problem' },
    ]);
    expect(bugReports.create.safeParse({ report: { description: 'The arm stopped' } }).success).toBe(true);
  });

  it('lists a report with the name of its archive only', () => {
    const bundle = { fileName: 'diagnostics.zip', content: 'UEsF' };
    const report = { id: 'bugReport_1', report: { description: 'The arm stopped' }, bundle };
    const listed = bugReports.listing?.of(report);
    expect(listed).toEqual({ id: report.id, report: report.report, bundleFileName: 'diagnostics.zip' });
    expect(bugReports.listed.safeParse({ ...listed, ...stamps }).success).toBe(true);
  });
});

describe('boardNotes', () => {
  it.each(['J0\n17', 'J0\u0007', 'J0\t17'])('refuses control characters in the serial number %j', (boardId) => {
    const refused = boardNotes.create.safeParse({ boardId, content: 'Changed the fan' });
    expect(refused.error?.issues).toMatchObject([
      { path: ['boardId'], message: 'The serial number of a board must not contain control characters' },
    ]);
  });

  it('accepts a plain serial number', () => {
    expect(boardNotes.create.safeParse({ boardId: 'J0-17', content: 'Changed the fan' }).success).toBe(true);
  });
});

const stamps = {
  ...{ version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ updatedByID: 'user_1', updatedByName: 'Ada' },
};
