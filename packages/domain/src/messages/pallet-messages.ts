import { defineMessages } from '../basics/message-sources.ts';
import { palletShapeMessages } from './pallet-shape-messages.ts';

/** A box by its layer and its place in the placing order, both from 1. */
interface BoxPlace {
  readonly layerIndex: number;
  readonly boxIndex: number;
}

const own = defineMessages('pallet', {
  palletBaseMustBeSelected: 'Pallet base must be selected when using approach or box position',
  palletBaseNotFound: 'Pallet base not found',
  palletBaseTooSmall: 'Pallet base dimensions are too small for selected pallet boxes',
  invalidLayerOrBox: 'Invalid layer or box',
  invalidLayerIndex: (index: number, count: number) => `Invalid layer index ${index} must be between 1 and ${count}`,
  invalidBoxIndex: (index: number, count: number) => `Invalid box index ${index} must be between 1 and ${count}`,
  boxTypeMustBeSelected: 'Box type must be selected when using pickup position',
  targetSpaceItemRequired: 'Target space item required',
  targetSpaceItemNotFound: 'Target space item not found',
  layerIndexRequired: 'Layer index required',
  boxIndexRequired: 'Box index required',
  positionIndexRequired: 'Position index required',
  updatingVisualizationFailed: 'Updating visualization did not work',
  tooManyShown: (most: number) => `At most ${most} items can be shown at once. Hide some first`,
  boxTypeNotFound: 'Box type not found. Choose one of the boxes on this pallet',
  pickupPositionNotTaught: (name: string) => `'${name}' has no pickup position. Teach the pick-up position`,
  palletDuplicateID: (what: string, id: string) => `The id ${id} (${what}) is used twice. Give each entry its own id`,
  palletUnknownBoxType: (pattern: string) => `The box type of '${pattern}' does not exist. Choose another`,
  palletUnknownPattern: (layer: number) => `The pattern of layer ${layer} does not exist. Choose another`,
  palletBoxesOverlap: (pattern: string, one: number, other: number) =>
    `Boxes ${one} and ${other} of '${pattern}' overlap. Move them apart`,
  palletApproachBlocked: (box: { layerIndex: number; boxIndex: number; direction: string; first: number }) =>
    `Box ${box.boxIndex} of layer ${box.layerIndex} cannot be approached from ${box.direction}: box ${box.first} is in the way. ` +
    'Choose another direction or order',
  boxOutOfReach: ({ layerIndex, boxIndex }: BoxPlace, isApproach: boolean) =>
    `Box ${boxIndex} of layer ${layerIndex} is out of reach: no joint angles reach ${isApproach ? 'its approach position' : 'its position'}`,
  boxCannotBePlaced: ({ layerIndex, boxIndex }: BoxPlace, reason: string) =>
    `Box ${boxIndex} of layer ${layerIndex} cannot be placed. ${reason}`,
  sceneHasTooManyBoxes: (most: number) => `The scene can have at most ${most} obstacles. Hide boxes first`,
  boxIsChangedBySteps: (name: string) => `'${name}' is a box on a pallet. Hide it with an Update visualization step`,
});

/** Messages about pallets, their boxes and their visualization: a part of the message catalogue. */
export const palletMessages = { ...palletShapeMessages, ...own };
