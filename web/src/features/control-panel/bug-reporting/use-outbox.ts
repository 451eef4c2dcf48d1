import { getDiagnosticsBundle } from '@cellwright/calls';
import { bugReports } from '@cellwright/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { createClientOf } from '../../../api/cell.ts';
import { panelCell } from '../../../api/control-panel.ts';
import { ReportOutbox, type WaitingReport } from './report-outbox.ts';

/** Key of the queries of stored reports. */
export const reportsKey = ['bugReports'];
/** Interval between attempts to send, ms. */
const sendEveryMS = 10_000;

const reports = createClientOf(bugReports);

export const outbox = new ReportOutbox({
  storage: localStorage,
  send: async ({ id, report, isBundleWanted }) => {
    const bundle = isBundleWanted ? await panelCell.call(getDiagnosticsBundle, {}) : undefined;
    await reports.create({ id, report, ...(bundle && { bundle }) });
  },
  now: () => new Date(),
});

const subscribe = (listener: () => void) => outbox.subscribe(listener);

/** Returns the waiting reports of a user, and sends them while the screen is open. */
export function useOutbox(userID: string): readonly WaitingReport[] {
  const waiting = useSyncExternalStore(subscribe, () => outbox.list());
  const queries = useQueryClient();
  useEffect(() => {
    const send = () => {
      const before = outbox.list().length;
      void outbox.sendAll(userID).then(() => {
        if (outbox.list().length < before) void queries.invalidateQueries({ queryKey: reportsKey });
      });
    };
    send();
    const timer = setInterval(send, sendEveryMS);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [userID, queries]);
  return waiting.filter((report) => report.userID === userID);
}
