import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditActionLabel } from './audit-line.ts';

/** Every literal action in the code, and reads and exports of lists. */
function actions(): string[] {
  const found = new Set<string>();
  for (const file of globSync('src/**/*.server.ts')) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, action = ''] of text.matchAll(/\baction: '([a-z-]{1,40}\.[a-z-]{1,40})'/g)) {
      found.add(action);
    }
    for (const list of text.split(': AuditedList<').slice(1)) {
      const [, name] = /\bname: '([a-z-]{1,40})'/.exec(list.slice(0, 300)) ?? [];
      if (name) found.add(`${name}.export`);
    }
  }
  return [...found].sort();
}

test('every action of the audit log is told in Japanese', () => {
  expect(actions().length).toBeGreaterThan(50);
  expect(actions().filter((action) => auditActionLabel(action).startsWith('そのほか'))).toEqual([]);
});
