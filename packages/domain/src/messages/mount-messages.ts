import { defineMessages } from '../basics/message-sources.ts';

/** Messages about tools that must be on the flange. */
export const mountMessages = defineMessages('mount', {
  noneEnabled: (label: string) => `No ${label} is enabled. Add one in Devices, or enable it there`,
  notMounted: (tool: string, robotKind: string) =>
    `'${tool}' is not mounted on the flange of the ${robotKind} robot. Mount it in Devices, then try again`,
  noneMounted: (label: string, robotKind: string) =>
    `No ${label} is mounted on the flange of the ${robotKind} robot. Mount one in Devices, then try again`,
  otherEndActive: (tool: string, end: number) =>
    `'${tool}' is mounted on end ${end} of the changer, but another end is active. Activate end ${end} in Devices, then try again`,
  changed: (tool: string) => `'${tool}' was changed or unmounted during the weld. The arc is off. Check the seam`,
});
