/** Outside of code that is not trusted: the processes that it runs in, without their interpreters. */
export { codeLimits, computedTooLong } from './code-limits.ts';
export { type FromCode, fromCodeSchema, type ToCode } from './code-lines.ts';
export { type FromHost, hostLimits, type ModuleEntry, type ToHost } from './host-lines.ts';
export {
  CallPace,
  IsolatedProcess,
  maxProcessBytes,
  type ProcessLimits,
  processLosses,
  usualProcessLimits,
} from './isolated-process.ts';
export {
  type HostResult,
  type ModuleCalls,
  PackageHost,
  type PackageSource,
} from './package-host.ts';
export { readProcessorTime } from './processor-time.ts';
export { startPackageProcess } from './start-package-process.ts';
