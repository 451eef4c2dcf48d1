import { findStepContract } from '@cellwright/steps/contracts';
import {
  IconAlertOctagon,
  IconArrowMoveRight,
  IconArrowsSplit,
  IconArrowsVertical,
  IconCamera,
  IconClock,
  IconCode,
  IconEngine,
  IconEye,
  IconFlame,
  IconGitBranch,
  IconHandClick,
  IconHandGrab,
  IconMapPin,
  IconMessageQuestion,
  IconNetwork,
  IconPlug,
  IconRepeat,
  IconTool,
  IconVariable,
  IconVectorBezier,
  IconWeight,
  IconWind,
} from '@tabler/icons-react';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from './StepIcon.module.css';

type Section = NonNullable<ReturnType<typeof findStepContract>>['section'];

const sectionIcons: Readonly<Record<Section, typeof IconTool>> = {
  Basic: IconArrowMoveRight,
  Control: IconGitBranch,
  'Interface with other devices': IconPlug,
  'Interface with operators': IconMessageQuestion,
  Vision: IconCamera,
  Hidden: IconEye,
};

/** Icons of kinds that differ from those of their section. */
const kindIcons = new Map<string, typeof IconTool>([
  ['ActuateGripper', IconHandGrab],
  ['ActuateScrewdriver', IconTool],
  ['ActuateVacuum', IconWind],
  ['AnticipatePayload', IconWeight],
  ['Arc', IconVectorBezier],
  ['MoveVerticalLift', IconArrowsVertical],
  ['PressButton', IconHandClick],
  ['Wait', IconClock],
  ['Waypoint', IconMapPin],
  ['CodeBlock', IconCode],
  ['Loop', IconRepeat],
  ['LoopControl', IconRepeat],
  ['RunInBackground', IconArrowsSplit],
  ['SetEnvironmentVariable', IconVariable],
  ['TriggerFault', IconAlertOctagon],
  ['CNCMonitorMachine', IconEngine],
  ['CNCOperateAutodoor', IconEngine],
  ['CNCOperateWorkholding', IconEngine],
  ['CNCRunProgram', IconEngine],
  ['HaasControlRegion', IconEngine],
  ['HaasRunProgram', IconEngine],
  ['NetworkRequest', IconNetwork],
  ['Weld', IconFlame],
]);

/** Icon of a kind of step in the colour of its section; none for a kind that this build does not know. */
export function StepIcon({ stepKind }: { readonly stepKind: string }) {
  const section = findStepContract(stepKind)?.section;
  if (section === undefined) return null;
  const Icon = kindIcons.get(stepKind) ?? sectionIcons[section];
  return <Icon size={iconSizes.sm} className={styles.icon} data-section={section} aria-hidden />;
}
