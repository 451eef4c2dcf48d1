import type { Texts } from '../en.ts';

/** Texts of comments on steps. */
export const commentsEn = {
  title: 'Comments',
  ofStep: 'Comments on this step',
  count_one: '{{count}} open comment',
  count_other: '{{count}} open comments',
  add: 'Add comment',
  placeholder: 'Comment for other authors',
  post: 'Comment',
  reply: 'Reply',
  replyTo: 'Reply to {{name}}',
  send: 'Send',
  cancel: 'Cancel',
  resolve: 'Resolve',
  reopen: 'Reopen',
  remove: 'Delete comment',
  removed: 'Comment deleted',
  undo: 'Undo',
  resolvedBy: 'Resolved by {{name}}',
  resolved_one: 'Show {{count}} resolved',
  resolved_other: 'Show {{count}} resolved',
  hideResolved: 'Hide resolved',
  none: 'No open comments',
  noneHelp: 'Select a step and comment on it. Everyone who can open this routine can read comments.',
  goTo: 'Go to step {{path}}',
  failed: 'The comments could not be loaded',
  replies_one: '{{count}} reply',
  replies_other: '{{count}} replies',
} as const;

export type CommentsTexts = Texts<typeof commentsEn>;
