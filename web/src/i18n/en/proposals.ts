import type { Texts } from '../en.ts';

/** Texts of the screen for proposals. */
export const proposalsEn = {
  title: 'Proposals',
  none: 'No proposals',
  noneHelp: 'Programs and assistants can propose changes to routines. They wait here for your decision.',
  failed: 'The proposals could not be loaded',
  by: 'by {{name}}',
  newRoutine: 'New routine',
  ofVersion: 'Change to v{{version}}',
  status: { open: 'Open', accepted: 'Accepted', rejected: 'Rejected', outdated: 'Outdated' },
  note: 'Note',
  proposedWith: { session: 'Proposed by {{name}}', token: 'Proposed by {{name}}, a program' },
  changes: 'Changes',
  noChanges: 'No changes',
  wholeRoutine: 'New routine',
  added: 'Also adds to the cell: {{things}}',
  kinds: { variable: 'variable', spaceItem: 'position', codeBlock: 'code block' },
  problems: 'Problems',
  step: 'Step {{path}}',
  outdated: 'The routine is at v{{version}} now. Ask for a new proposal.',
  outdatedDeleted: 'The routine was deleted. Ask for a new proposal.',
  accept: 'Accept',
  reject: 'Reject',
  reason: 'Reason for rejection',
  openRoutine: 'Open routine',
  acceptedNote: '{{name}} is at v{{version}} now',
  rejectedNote: 'Proposal for {{name}} rejected',
  acceptedBy: 'Accepted by {{name}} as v{{version}}',
  rejectedBy: 'Rejected by {{name}}: {{reason}}',
} as const;

export type ProposalsTexts = Texts<typeof proposalsEn>;
