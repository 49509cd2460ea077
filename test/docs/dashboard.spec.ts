import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '../../apps/api/src/health/metrics.js';
import { WorkerMetrics } from '../../apps/worker/src/metrics.js';
import { ROOT } from '../support/source-tree.js';
import { blocksOf, PAGES } from './pages.js';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(ROOT, 'docs/operating/grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
};
const monitoring = PAGES.find(({ path }) => path === 'docs/operating/monitoring.md');
const alerts = (monitoring === undefined ? [] : blocksOf(monitoring))
  .filter(({ language }) => language === 'promql')
  .map(({ text }) => text);
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition }) => (definition === undefined ? [] : [definition])),
];

/** The series of a scrape with their labels, including `job` and `instance`. */
const scraped = { api: new Map<string, Set<string>>(), worker: new Map<string, Set<string>>() };

beforeAll(async () => {
  const pool = () => ({ size: 1, idle: 1, waiting: 0 });
  const api = new Metrics({ inFlight: () => 0, pool });
  api.observe('GET', '/v1/account', 200, 0.01);
  const worker = new WorkerMetrics({
    pool,
    backlog: () => Promise.resolve({ pending: 1, oldestSeconds: 1 }),
    mails: () => Promise.resolve({ pending: 1, oldestSeconds: 1 }),
  });
  worker.observe({ job: 'settle-due', milliseconds: 5, done: 1 });
  // Prometheus itself adds `up`.
  addSeries(scraped.api, `up 1\n${await api.text()}`);
  addSeries(scraped.worker, `up 1\n${await worker.text()}`);
});

function addSeries(series: Map<string, Set<string>>, text: string): void {
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const known = series.get(name) ?? new Set(['job', 'instance']);
    for (const [, label = ''] of labels.matchAll(/([a-z_]+)="/g)) known.add(label);
    series.set(name, known);
  }
}

const GROUPS = /by \(([^)]*)\)/g;
const KEYWORDS = /\b(sum|rate|max|max_over_time|histogram_quantile|topk|time|by|le|label_values)\b/;

/** The series that an expression selects, with the labels of the selector. */
function seriesIn(expression: string): { name: string; labels: string[]; job: string }[] {
  const selectors = expression
    .replaceAll(GROUPS, '')
    .matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+|up(?=\{))(?:\{([^}]*)\})?/g);
  return [...selectors]
    .map(([, name = '', chosen = '']) => ({
      name,
      labels: [...chosen.matchAll(/([a-z_]+)[!=]~?=?"/g)].map(([, label = '']) => label),
      job: /job="florin-(\w+)"/.exec(chosen)?.[1] ?? 'both',
    }))
    .filter(({ name }) => !KEYWORDS.test(name));
}

const groupsIn = (expression: string): string[] =>
  [...expression.matchAll(GROUPS)].flatMap(([, labels = '']) => labels.split(/,\s*/));

describe('the dashboard', () => {
  it('has a query in every panel that is not a row', () => {
    expect(expressions.length).toBeGreaterThan(20);
    const empty = dashboard.panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0);
    expect(empty.map(({ title }) => title)).toEqual([]);
  });

  it('has no overlapping panels', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('selects one series in its first query', () => {
    expect(seriesIn(expressions[0] ?? '').length).toBe(1);
  });

  it.each([...expressions, ...alerts])('selects series and labels that are scraped: %s', (expression) => {
    const selected = seriesIn(expression);
    expect(selected.length).toBeGreaterThan(0);
    for (const { name, labels, job } of selected) {
      const sources =
        job === 'both' ? [scraped.api, scraped.worker] : [job === 'api' ? scraped.api : scraped.worker];
      const known = sources.map((source) => source.get(name)).find((found) => found !== undefined);
      expect({ name, isScraped: known !== undefined }).toEqual({ name, isScraped: true });
      expect([...(known ?? [])]).toEqual(expect.arrayContaining([...labels, ...groupsIn(expression)]));
    }
  });
});

describe('the age of a job', () => {
  it('counts from the last success in any worker', () => {
    const ages = [...expressions, ...alerts].filter((expression) => expression.includes('time() - '));
    expect(ages.length).toBeGreaterThan(2);
    for (const age of ages) {
      expect(age).toMatch(/time\(\) - \(?max by \(task\) \(job_last_success_timestamp_seconds\{/);
    }
  });
});

describe('docs/operating/monitoring.md', () => {
  it('lists all of our metrics', () => {
    const own = [...scraped.api.keys(), ...scraped.worker.keys()]
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
      .filter((name) => /^(http|db|job|webhook)_/.test(name));
    const listed = [...(monitoring?.text ?? '').matchAll(/`((?:http|db|job|webhook)_[a-z_]+)`/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(listed)].sort()).toEqual([...new Set(own)].sort());
    expect(alerts.length).toBeGreaterThan(2);
  });
});
