import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describeStackingLosses } from './stacking-losses.contract.ts';

inExhaustiveRuns(() => describeStackingLosses('processes', 'live', 'restarts'));
