/** A box by its layer and its place in the placing order, both from 1. */
interface BoxPlace {
  readonly layerIndex: number;
  readonly boxIndex: number;
}

/** Messages about pallets, their boxes and their visualization: a part of the message catalogue. */
export const palletMessages = {
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
  tooManyShown: (most: number) => `At most ${most} things are shown at once. Hide some first`,
  boxTypeNotFound: 'Box type not found. Choose one of the boxes on this pallet',
  pickupPositionNotTaught: (name: string) => `'${name}' has no pickup position. Teach where the tool takes one`,
  palletDuplicateID: (what: string, id: string) => `There are two entries ${id} (${what}). Give each its own id`,
  palletUnknownBoxType: (pattern: string) => `The boxes of '${pattern}' are of a type that is not there. Choose one`,
  palletUnknownPattern: (layer: number) => `Layer ${layer} has a pattern that is not there. Choose one`,
  palletBoxesOverlap: (pattern: string, one: number, other: number) =>
    `Boxes ${one} and ${other} of '${pattern}' overlap. Move them apart`,
  palletApproachBlocked: (box: { layerIndex: number; boxIndex: number; direction: string; first: number }) =>
    `Box ${box.boxIndex} of layer ${box.layerIndex} cannot come from ${box.direction}: box ${box.first} is in its way. ` +
    'Choose another direction or order',
  boxOutOfReach: ({ layerIndex, boxIndex }: BoxPlace, isApproach: boolean) =>
    `Box ${boxIndex} of layer ${layerIndex} is out of reach: no joint angles lead to ${isApproach ? 'where its approach begins' : 'its place'}`,
  boxCannotBePlaced: ({ layerIndex, boxIndex }: BoxPlace, reason: string) =>
    `Box ${boxIndex} of layer ${layerIndex} cannot be placed. ${reason}`,
  palletMeasureNotPositive: (what: string) => `A ${what} is above 0`,
  palletMeasureTooLarge: (what: string, mostMM: number) => `A ${what} is at most ${mostMM} mm`,
  palletMeasureNegative: (what: string) => `A ${what} is not below 0`,
  boxWeightTooLarge: (mostKg: number) => `A weight is at most ${mostKg} kg`,
  boxTurnedOtherwise: 'A box is turned by 0, 90, 180 or 270 degrees',
  layerHasTooManyBoxes: (most: number) => `A layer has at most ${most} boxes`,
  sceneHasTooManyBoxes: (most: number) => `A scene has at most ${most} obstacles; hide boxes first`,
  boxIsChangedBySteps: (name: string) => `'${name}' is a box on a pallet. A step Update visualization hides it`,
} as const;
