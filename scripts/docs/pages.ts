import { renderEquipment } from './equipment.ts';
import { renderErrors } from './errors.ts';
import { renderFeatureFlags } from './feature-flags.ts';
import { renderRobotSession } from './robot-session.ts';
import { renderRunnerSocket } from './runner-socket.ts';
import { renderSteps } from './steps.ts';
import { renderStops } from './stops.ts';

/** A page of docs/ that is generated from the code. */
export interface Page {
  /** Path below docs/. */
  readonly file: string;
  readonly render: () => string;
}

export const pages: readonly Page[] = [
  { file: 'equipment.md', render: renderEquipment },
  { file: 'errors.md', render: renderErrors },
  { file: 'feature-flags.md', render: renderFeatureFlags },
  { file: 'robot-session.md', render: renderRobotSession },
  { file: 'runner-socket.md', render: renderRunnerSocket },
  { file: 'steps.md', render: renderSteps },
  { file: 'stops.md', render: renderStops },
];
