import { describe } from 'vitest';
import { accessArmCell } from './arm-cell.ts';
import { testFeatureFlags } from './feature-flags.contract.ts';

const cell = accessArmCell();

describe('a step that needs a feature, in the shape of compact', () => testFeatureFlags(() => cell));
