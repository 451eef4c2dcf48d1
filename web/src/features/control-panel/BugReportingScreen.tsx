import '../../i18n/bug-reporting.ts';
import '../../i18n/control-panel.ts';
import { useTranslation } from 'react-i18next';
import { session } from '../../api/session.ts';
import { NewReport } from './bug-reporting/NewReport.tsx';
import { StoredReports } from './bug-reporting/StoredReports.tsx';
import { useOutbox } from './bug-reporting/use-outbox.ts';
import { WaitingReports } from './bug-reporting/WaitingReports.tsx';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

/** `/control-panel/bug-reporting`: reports of problems, with diagnostics by choice, behind the PIN. */
export default function BugReportingScreen() {
  return (
    <Gate>
      <BugReports userID={session.userID ?? ''} />
    </Gate>
  );
}

function BugReports({ userID }: { readonly userID: string }) {
  const { t } = useTranslation('bugReporting');
  const waiting = useOutbox(userID);
  return (
    <PanelPage title={t('title')}>
      <NewReport userID={userID} />
      <WaitingReports waiting={waiting} userID={userID} />
      <StoredReports />
    </PanelPage>
  );
}
