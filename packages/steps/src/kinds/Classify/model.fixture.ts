import type { ModelKind } from '../../testing/model-kind.fixture.ts';

const pictures = [{ class: 'disc', templateImage: 'AAAA' }];

export const classifyModel: ModelKind = {
  good: { classes: ['disc'], pictures, fallbackValue: 'unknown' },
  variants: [{ classes: ['disc', 'washer'], pictures, fallbackValue: 'unknown', confidence: 0.8 }],
  bad: { classes: ['disc'], pictures },
  message: 'Fallback value required',
  without: ['At least one class required', 'Fallback value required'],
  children: 'forbidden',
};
