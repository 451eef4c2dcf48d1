import { useArmModel } from '../../api/arm-model.ts';
import { useResume, useUnfinishedRun } from '../../api/use-resume.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { ArmView } from '../../ui/arm-view/ArmView.tsx';
import { ResumeCard } from '../../ui/resume/ResumeCard.tsx';
import styles from './Home.module.css';
import { LastRuns } from './LastRuns.tsx';
import { Notices } from './Notices.tsx';
import { RunCard } from './RunCard.tsx';

/** The cell: the arm as it stands, what is loaded and running, the last runs, and what to do next. */
export default function HomeScreen() {
  const { tcp, shown, isStale } = useRobot(({ state, isStale }) => ({
    tcp: state?.tool.tcp,
    shown: state?.visualization,
    isStale,
  }));
  return (
    <div className={styles.screen}>
      <div className={styles.view}>
        <ArmView
          source={useJointSource()}
          model={useArmModel()}
          base={useArmBase()}
          tcp={tcp}
          shown={shown}
          isStale={isStale}
        />
      </div>
      <div className={styles.side}>
        <RunCard />
        <Interrupted />
        <Notices />
        <LastRuns />
      </div>
    </div>
  );
}

/** A run that the cell went down in is offered to be gone on with; one that was stopped or failed, on its own page. */
function Interrupted() {
  const run = useUnfinishedRun();
  const resume = useResume(run?.status === 'interrupted' ? run : undefined);
  return resume ? <ResumeCard key={run?.id} {...resume} /> : null;
}
