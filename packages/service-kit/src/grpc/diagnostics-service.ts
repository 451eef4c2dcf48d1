import { type DescribeProcessRequest, DiagnosticsServiceService } from '@cellwright/proto/diagnostics';
import { describeProcess, type ProcessReportParts } from '../process-report.ts';

export const diagnosticsServiceDefinition = DiagnosticsServiceService;

/** Handlers of the service that describes this process, for the diagnostics of the cell. */
export function createDiagnosticsHandlers(parts: ProcessReportParts) {
  return {
    describeProcess: async ({ withLogs }: DescribeProcessRequest) => ({
      reportJson: JSON.stringify(await describeProcess(parts, withLogs)),
    }),
  };
}
