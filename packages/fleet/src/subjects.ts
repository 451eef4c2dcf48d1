/** Subject on which a box sends its reports, as seen on its own account. The hub answers. */
export const reportSubject = 'event.report';

/** Subjects that the hub offers to boxes; the second part is the account of the box, which NATS verifies. */
export const offeredSubjects = 'cells.*.event.>';

/** Subject on which the hub receives the reports of all boxes. */
export const anyReportSubject = `cells.*.${reportSubject}`;

/** Returns the subjects of one box on the account of the hub. */
export function subjectsOfBox(account: string): string {
  return `cells.${account}.event.>`;
}

/** Returns the account of a box from the subject of its report. */
export function accountOfSubject(subject: string): string {
  return subject.split('.')[1] ?? '';
}

/** Requests to the system account of NATS, and its events. */
export const systemSubjects = {
  putAccount: '$SYS.REQ.CLAIMS.UPDATE',
  listAccounts: '$SYS.REQ.CLAIMS.LIST',
  connected: '$SYS.ACCOUNT.*.CONNECT',
  disconnected: '$SYS.ACCOUNT.*.DISCONNECT',
} as const;

/** Returns the account that an event of the system account is about. */
export function accountOfEvent(subject: string): string {
  return subject.split('.')[2] ?? '';
}
