/** The parts of the Prometheus operator's objects that the chart uses; a key beyond them is an error. */
interface Metadata {
  name: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export interface IServiceMonitor {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'ServiceMonitor';
  metadata: Metadata;
  spec: {
    selector: { matchLabels: Record<string, string> };
    endpoints: { port: string; path: string; interval: string; scrapeTimeout: string }[];
  };
}

export interface IPrometheusRule {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PrometheusRule';
  metadata: Metadata;
  spec: {
    groups: {
      name: string;
      rules: {
        alert: string;
        expr: string;
        for: string;
        labels: { severity: 'critical' | 'warning' };
        annotations: { summary: string; runbook_url: string };
      }[];
    }[];
  };
}
