/** A small change that breaks the product in one place. */
export interface Mutation {
  readonly area: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly search: string;
  readonly replacement: string;
  /** Parts of the paths of the tests that must fail. */
  readonly tests: readonly string[];
}

/** One place per area of the product. Each is noticed by tests of `npm test`, without exhaustive slices. */
export const mutations: readonly Mutation[] = [
  {
    area: 'geometry',
    file: 'packages/geometry/src/quaternion.ts',
    search: 'k: a.w * b.k + a.i * b.j - a.j * b.i + a.k * b.w,',
    replacement: 'k: a.w * b.k + a.i * b.j + a.j * b.i + a.k * b.w,',
    tests: ['packages/geometry/src/quaternion', 'packages/geometry/src/pose'],
  },
  {
    area: 'arm kinematics',
    file: 'packages/arm/src/kinematics/forward.ts',
    search: 'bodies[to + 1] = y * cosine - x * sine;',
    replacement: 'bodies[to + 1] = y * cosine + x * sine;',
    tests: ['packages/arm/src/kinematics'],
  },
  {
    area: 'trajectory',
    file: 'packages/trajectory/src/joints/stopping.ts',
    search: 'highest = Math.max(highest, position);',
    replacement: 'highest = Math.min(highest, position);',
    tests: ['packages/trajectory/src/joints/jog'],
  },
  {
    area: 'collision',
    file: 'packages/collision/src/segment-gap.ts',
    search: 'if (part.points.length === 3 || low.slope >= 0) {',
    replacement: 'if (part.points.length === 3 || low.slope <= 0) {',
    tests: ['packages/collision/src/clearance', 'packages/collision/src/collision-world'],
  },
  {
    area: 'domain rule',
    file: 'packages/domain/src/robot/payload-ledger.ts',
    search: 'massKg: Math.max(0, payloadMassKg)',
    replacement: 'massKg: payloadMassKg',
    tests: ['packages/domain/src/robot/payload-ledger'],
  },
  {
    area: 'step engine',
    file: 'packages/steps/src/engine/run-clock.ts',
    search: 'this.#pausedMS += this.#base.now() - this.#pausedAt;',
    replacement: '',
    tests: ['packages/steps/src/engine/run-clock'],
  },
  {
    area: 'step kind',
    file: 'packages/steps/src/kinds/Wait/run.ts',
    search: 'return result.holds ? completed : undefined;',
    replacement: 'return completed;',
    tests: ['packages/steps/src/kinds/Wait/'],
  },
  {
    area: 'equipment driver',
    file: 'packages/equipment/src/framework/onrobot-2fg/table.ts',
    search: 'Math.round(forceNewtons),',
    replacement: 'Math.round(forceNewtons / 2),',
    tests: ['packages/equipment/src/kinds/OnRobot2FG7', 'packages/equipment/src/conformance.test'],
  },
  {
    area: 'library store',
    file: 'services/library/src/domain/copy-routine.ts',
    search: "for (const item of routine.space) ids.set(item.id, createId('space'));",
    replacement: '',
    tests: ['services/library/src/copies'],
  },
  {
    area: 'entity access',
    file: 'packages/entities/src/framework/access.ts',
    search: "return access.startsWith('selfOr:') ? 'self' : 'no';",
    replacement: "return access.startsWith('selfOr:') ? 'yes' : 'no';",
    tests: ['packages/entities/src/framework', 'services/gateway/src/domain/entity-access'],
  },
  {
    area: 'gateway route',
    file: 'services/gateway/src/robot-api/paging.ts',
    search: 'if (limit <= 0)',
    replacement: 'if (limit < 0)',
    tests: ['services/gateway/src/robot-api/sheet'],
  },
  {
    area: 'gateway socket',
    file: 'services/gateway/src/sockets/runner-request.ts',
    search: 'stopWords.some((word)',
    replacement: 'stopWords.every((word)',
    tests: ['services/gateway/src/sockets/runner-socket'],
  },
  {
    area: 'identity password and PIN',
    file: 'services/identity/src/domain/throttle.ts',
    search: '- freeOfSource, longest',
    replacement: '- freeOfUser, longest',
    tests: ['services/identity/src/domain/throttle'],
  },
  {
    area: 'runner stop',
    file: 'services/routine-runner/src/domain/arm/stop-epochs.ts',
    search: 'ended.abort(new EpochEnded());',
    replacement: '',
    tests: ['services/routine-runner/src/domain/arm/stop-epochs', 'services/routine-runner/src/domain/arm/moving'],
  },
  {
    area: 'runner journal',
    file: 'services/routine-runner/src/domain/journal/effects.ts',
    search: 'if (!committed.ok) {',
    replacement: 'if (committed.ok === undefined) {',
    tests: ['services/routine-runner/src/domain/journal/effects'],
  },
  {
    area: 'controller stop table',
    file: 'services/controller/src/domain/arm-motion.ts',
    search: 'rankOf(cause) > rankOf(this.stopCause)',
    replacement: 'rankOf(cause) < rankOf(this.stopCause)',
    tests: ['services/controller/src/domain/safety.test', 'services/controller/src/domain/controller-core'],
  },
  {
    area: 'motion planning',
    file: 'services/motion/src/domain/planner/goals.ts',
    search: '.filter((q) => isWithinSpace(space, q))',
    replacement: '',
    tests: ['services/motion/src/domain/planner/goals'],
  },
  {
    area: 'client',
    file: 'packages/client/src/http.ts',
    search: "const delay = method === 'GET' && isWorthRetrying(error)",
    replacement: 'const delay = isWorthRetrying(error)',
    tests: ['packages/client/src/http'],
  },
  {
    area: 'web component',
    file: 'web/src/ui/hold/hold-gesture.ts',
    search: 'if (held?.by === pointerID) end();',
    replacement: 'if (held?.by !== pointerID) end();',
    tests: ['web/src/ui/hold'],
  },
  {
    area: 'command line',
    file: 'services/cell/src/cli/answer-prompts.ts',
    search: 'return choices[Number(text) - 1] ?? text;',
    replacement: 'return choices[Number(text)] ?? text;',
    tests: ['services/cell/src/cli/answer-prompts'],
  },
];

/** Applies a mutation to the text of its file. Throws if the place is not found exactly once. */
export function mutate(text: string, { area, file, search, replacement }: Mutation): string {
  const count = text.split(search).length - 1;
  if (count !== 1) {
    throw new Error(`${area}: '${search}' occurs ${count} times in ${file}. Name a place that occurs once.`);
  }
  return text.replace(search, () => replacement);
}
