import { defineMessages } from '../basics/message-sources.ts';

/** Messages about doors of machines that the arm reaches through. */
export const doorMessages = defineMessages('door', {
  armInside: (part: string, space: string) => `The door stays open: ${part} is in '${space}'. Move the arm out first`,
  armComesInside: (space: string) => `The door stays open: the arm is moving into '${space}'. Wait until it has left`,
  armMovesByHand: 'The door stays open: the arm is being moved. Wait until it has stopped',
  positionUnknown: 'The door stays open: the position of the robot is unknown. Check that its controller is on',
  interiorUnknown: 'The door stays open: the space behind it is not an environment object. Choose it again in Devices',
  interiorNeedsShape: (space: string) =>
    `The door stays open: '${space}' is a mesh. Choose an environment object with a shape in Devices`,
  otherRobot: 'The door stays open: the robot of this session was replaced. Try again',
  sceneNotStored: (reason: string) => `The door stays open: the arm cannot be kept out of its space. ${reason}`,
  closesOnTheWay: (space: string) => `The door of '${space}' blocks the path of this move. Open it first`,
});
