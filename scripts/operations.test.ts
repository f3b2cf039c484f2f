import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/operations.md, ops/prometheus and ops/grafana name only what there is.

const project = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const operations = read('docs/operations.md');
const alerts = read('ops/prometheus/alerts.yml');
const boards = readdirSync(join(project, 'ops/grafana/dashboards')).map((name) =>
  read(`ops/grafana/dashboards/${name}`),
);
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

/** Anchors of headings, as forges make them. */
const anchors = all(operations, /^#{2,3} (.+)$/gm).map((heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-'),
);

test('every command that operations names is a script of package.json or of the image', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = all(operations, /npm run ([\w-]+)/g);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  const inUnits = all(read('ops/tasuki-backup.service'), /image\/tasuki ([\w-]+)/g);
  expect(
    [...inUnits, ...all(operations, /tasuki (sums)`/g)].filter((command) => !(command in scripts)),
  ).toEqual([]);
});

test('every path that operations names exists', () => {
  const paths = all(operations, /(?<![\w/.])((?:ops|src|docs|test|scripts)\/[\w./-]*[\w/])/g);
  expect(paths.length).toBeGreaterThan(15);
  // What make-secrets.sh makes.
  const made = (path: string) => /^ops\/(?:secrets\b|\.env$)/.test(path);
  expect(paths.filter((path) => !made(path) && !existsSync(join(project, path)))).toEqual([]);
  const links = all(operations, /\]\((?!#)([^)#]+)/g);
  expect(links.filter((link) => !existsSync(join(project, 'docs', link)))).toEqual([]);
  expect(all(operations, /\]\(#([^)]+)\)/g).filter((anchor) => !anchors.includes(anchor))).toEqual(
    [],
  );
});

test('every alert has a runbook, and every runbook of an alert says its name', () => {
  const blocks = alerts.split(/^ {6}- alert: /m).slice(1);
  const wrong = blocks.flatMap((block) => {
    const name = /^\w+/.exec(block)?.[0] ?? '';
    const anchor = /runbook: docs\/operations\.md#([\w-]+)/.exec(block)?.[1] ?? '';
    return anchors.includes(anchor) && /severity: (?:page|ticket)/.test(block) ? [] : [name];
  });
  expect(blocks.length).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
  const named = all(operations, /`(Tasuki\w+)`/g);
  const alertNames = all(alerts, /alert: (\w+)/g);
  expect(named.filter((name) => !alertNames.includes(name))).toEqual([]);
});

test('alerts and dashboards read metrics that the product has', () => {
  const sources = ['facts', 'measures']
    .map((name) => read(`src/start/metrics/${name}.server.ts`))
    .join();
  const used = all([alerts, ...boards, operations].join('\n'), /\b(tasuki_[a-z_]+)/g);
  const missing = used.filter(
    (name) => !sources.includes(`'${name.replace(/_(?:bucket|count|sum)$/, '')}'`),
  );
  expect(used.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});
