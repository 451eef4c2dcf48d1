import type { leftObjects as english } from '../en/left-objects.ts';

export const leftObjects: typeof english = {
  title: 'Von Abläufen abgelegt',
  stay_one: '1 Objekt, das Abläufe abgelegt haben, steht noch in der Szene. Der Arm weicht ihm aus.',
  stay_other: '{{count}} Objekte, die Abläufe abgelegt haben, stehen noch in der Szene. Der Arm weicht ihnen aus.',
  isGone: 'Stehen sie nicht mehr in der Zelle? Dann entfernen Sie sie.',
  isNeeded: 'Zum Fortsetzen des unfertigen Laufs lassen Sie sie, wie sie sind.',
  clear_one: 'Objekt entfernen',
  clear_other: 'Alle {{count}} Objekte entfernen',
  keep: 'Behalten',
  remove: '{{name}} entfernen',
};
