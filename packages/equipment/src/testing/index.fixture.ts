/** For tests of packages: a bench, and the conformance cases of a device on it. */
export { casesOf } from '../conformance/suites.ts';
export { type DeviceBench, openBench } from './device-bench.fixture.ts';
