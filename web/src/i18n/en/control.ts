/** Texts about who controls the robot. */
export const control = {
  nobody: 'Nobody holds control',
  you: 'You hold control',
  other: 'Held by {{name}}',
  program: 'Held by the program {{name}}',
  gone: '{{holder}} (not connected)',
  take: 'Take control',
  takeOver: 'Take over',
  release: 'Give back',
  takeOverTitle: 'Take over from {{name}}?',
  takeOverText:
    'The arm stops first. {{name}} sees that you took over. Are you beside the cell and can you see the arm?',
  present: 'I see the arm: take over',
  cancel: 'Cancel',
  releaseTitle: 'Give back control?',
  releaseText:
    'The run stays as it is. The next person or program that commands the arm can continue it without asking.',
  lost_tookOver: '{{name}} took over control at {{time}}',
  lost_paused: '{{name}} paused the run at {{time}} and holds control now',
  lostHelp: 'To command the arm again, take over control.',
  read: 'OK',
} as const;
