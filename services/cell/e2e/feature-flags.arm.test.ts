import { describe } from 'vitest';
import { accessArmCell } from './arm-cell.ts';
import { testFeatureFlags } from './feature-flags.contract.ts';

const cell = accessArmCell();

describe('feature-dependent steps in the compact shape', () => testFeatureFlags(() => cell));
