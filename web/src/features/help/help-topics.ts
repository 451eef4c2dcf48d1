import type { HelpTopic } from '../../connected/help/help-topic.ts';
import type { ArticleName } from './articles.ts';

/** Article, and the section of it that is shown first. */
export interface ArticlePlace {
  readonly article: ArticleName;
  /** Id of the section; undefined for the beginning. */
  readonly section?: string | undefined;
}

export const placesByTopic: Readonly<Record<HelpTopic, ArticlePlace>> = {
  home: { article: 'getting-started', section: 'home' },
  routines: { article: 'building-routines' },
  proposals: { article: 'building-routines', section: 'proposals' },
  'editor/step': { article: 'building-routines', section: 'steps' },
  'editor/items': { article: 'building-routines', section: 'items' },
  'editor/problems': { article: 'checking-a-routine' },
  'editor/debug': { article: 'checking-a-routine', section: 'debug' },
  'editor/comments': { article: 'building-routines', section: 'versions' },
  'editor/versions': { article: 'building-routines', section: 'versions' },
  move: { article: 'teaching-a-position', section: 'move-the-arm' },
  space: { article: 'space' },
  runs: { article: 'runs' },
  run: { article: 'runs', section: 'one-run' },
  replay: { article: 'runs', section: 'replay' },
  'box/equipment': { article: 'devices' },
  'box/io': { article: 'devices', section: 'ports' },
  'box/speedProfiles': { article: 'devices', section: 'speed-profiles' },
  'box/safety': { article: 'devices', section: 'safety' },
  'users/people': { article: 'users' },
  'users/profile': { article: 'users', section: 'profile' },
  'users/tokens': { article: 'users', section: 'tokens' },
  preflight: { article: 'checking-a-routine', section: 'preflight' },
  controlPanel: { article: 'control-panel' },
  flags: { article: 'control-panel', section: 'flags' },
  safetyRules: { article: 'control-panel', section: 'safety-rules' },
  cameraViewer: { article: 'control-panel', section: 'camera-viewer' },
  calibrateArm: { article: 'devices', section: 'calibrate' },
  simulatorBot: { article: 'control-panel', section: 'simulator-bot' },
  configEditor: { article: 'control-panel', section: 'configuration' },
  equipmentInspector: { article: 'control-panel', section: 'equipment-inspector' },
  externalControl: { article: 'control-panel', section: 'external-control' },
  software: { article: 'control-panel', section: 'software' },
};

/** Topics of screens by the beginning of their path, longest first. */
const topicsByPath: readonly (readonly [path: RegExp, topic: HelpTopic])[] = [
  [/^\/$/, 'home'],
  [/^\/routines\/./, 'editor/step'],
  [/^\/routines/, 'routines'],
  [/^\/proposals/, 'proposals'],
  [/^\/move/, 'move'],
  [/^\/scene/, 'space'],
  [/^\/runs\/[^/]+\/replay/, 'replay'],
  [/^\/runs\/./, 'run'],
  [/^\/runs/, 'runs'],
  [/^\/box/, 'box/equipment'],
  [/^\/users/, 'users/people'],
  [/^\/preflight/, 'preflight'],
  [/^\/calibrate-arm/, 'calibrateArm'],
  [/^\/control-panel\/feature-flags/, 'flags'],
  [/^\/control-panel\/safety-rules/, 'safetyRules'],
  [/^\/control-panel\/camera-viewer/, 'cameraViewer'],
  [/^\/control-panel\/simulator-bot/, 'simulatorBot'],
  [/^\/control-panel\/config-editor/, 'configEditor'],
  [/^\/control-panel\/equipment-inspector/, 'equipmentInspector'],
  [/^\/control-panel\/external-control/, 'externalControl'],
  [/^\/control-panel\/software/, 'software'],
  [/^\/control-panel/, 'controlPanel'],
];

/** Returns the topic of the screen with a path; undefined if no article explains it. */
export function findTopic(path: string): HelpTopic | undefined {
  return topicsByPath.find(([pattern]) => pattern.test(path))?.[1];
}
