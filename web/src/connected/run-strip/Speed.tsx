import { useSpeed } from '../../api/use-speed.ts';
import { SpeedStepper } from '../../parts/run-strip/SpeedStepper.tsx';
import styles from './RunStrip.module.css';

/** Overall speed in its place of the strip. */
export default function Speed() {
  return <SpeedStepper {...useSpeed()} className={styles.speed} testRunClassName={styles.testRun} />;
}
