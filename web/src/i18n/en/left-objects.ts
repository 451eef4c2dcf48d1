/** Texts about objects that routines placed and left in the scene. */
export const leftObjects = {
  title: 'Placed by routines',
  stay_one: '1 object that routines placed is still in the scene. The arm avoids it.',
  stay_other: '{{count}} objects that routines placed are still in the scene. The arm avoids them.',
  isGone: 'If they are no longer in the cell, clear them.',
  isNeeded: 'To continue the unfinished run, leave them as they are.',
  clear_one: 'Clear the object',
  clear_other: 'Clear all {{count}} objects',
  keep: 'Keep them',
  remove: 'Remove {{name}}',
};
