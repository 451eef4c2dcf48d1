/** Inside a process of code that is not trusted: interpreters in WebAssembly. */
export { codeLimits } from './code-limits.ts';
export { type FromCode, type ToCode, toCodeSchema } from './code-lines.ts';
export { dropRights } from './drop-rights.ts';
export { PackageRuns } from './package-runs.ts';
export { CodeRun, type CodeTurn } from './run-code.ts';
export { describeThrown, loadSandboxes, type Sandbox } from './sandbox.ts';
