import {
  IconArrowBarDown,
  IconCamera,
  IconCloudDown,
  IconCode,
  IconEye,
  IconFlame,
  IconHandGrab,
  IconPackage,
  IconRotate360,
  IconRoute,
  IconTools,
  IconTrafficLights,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, typeof IconRoute>> = {
  'counted-in-code': IconCode,
  'inspection-tour': IconEye,
  'inspection-with-branches': IconEye,
  'lathe-tending': IconRotate360,
  'orders-over-http': IconCloudDown,
  palletizing: IconPackage,
  'panel-assembly': IconTools,
  'pick-and-place': IconHandGrab,
  pressing: IconArrowBarDown,
  'rim-polishing': IconRotate360,
  'signal-tower': IconTrafficLights,
  'sorting-by-sight': IconCamera,
  'welded-t-joint': IconFlame,
};

/** Returns the icon of an example. */
export function iconOfExample(name: string): typeof IconRoute {
  return icons[name] ?? IconRoute;
}
