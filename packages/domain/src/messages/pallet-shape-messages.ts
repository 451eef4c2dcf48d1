import { defineMessages } from '../basics/message-sources.ts';

/** Messages that the schemas of pallets refuse with, which every page of the browser loads. */
export const palletShapeMessages = defineMessages('palletShape', {
  palletMeasureNotPositive: (what: string) => `The ${what} must be above 0`,
  palletMeasureTooLarge: (what: string, mostMM: number) => `The ${what} can be at most ${mostMM} mm`,
  palletMeasureNegative: (what: string) => `The ${what} must be at least 0`,
  boxWeightTooLarge: (mostKg: number) => `The weight can be at most ${mostKg} kg`,
  boxTurnedOtherwise: 'The rotation of a box must be 0, 90, 180 or 270 degrees',
  layerHasTooManyBoxes: (most: number) => `A layer can have at most ${most} boxes`,
});
