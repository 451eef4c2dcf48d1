import { defineMessages } from '../basics/message-sources.ts';

/** Messages about space items, and names of things in the space. */
export const spaceMessages = defineMessages('space', {
  anchoredToItself: (name: string) => `'${name}' cannot be anchored to itself. Choose another item`,
  noAnchor: (anchorID: string, name: string) =>
    `There is no space item ${anchorID} to anchor '${name}' to. Choose another`,
  anchoredInACircle: (anchor: string, name: string) =>
    `'${anchor}' is itself anchored to '${name}'. Choose an item that does not follow this one`,
  anchorNotTaught: (anchor: string, name: string) =>
    `'${anchor}' is not taught yet. Teach it before you anchor '${name}' to it`,
  positionWithoutPose: (position: number, name: string) =>
    `Position ${position} of '${name}' has no pose to follow an anchor. Teach it again`,
  referenceNotAPlane: (name: string) => `The reference of '${name}' must be a plane. Choose a plane`,
  boxOnPallet: (layer: number, box: number, pallet: string) => `box ${layer}.${box} on ${pallet}`,
});
