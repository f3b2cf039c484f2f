import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditActionLabel } from '#kit/audit/audit-line.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import type { NextRun, RunDetail } from '#money/remittances/run.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, giveAccounts } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { sampled } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { auditedChanges, unauditedChanges } from './audited-changes.ts';

// Each change by people with a role is either in the table of audited changes, which test files are
// checked against (hold-changes.ts), or in the table of changes that need no row.

const house = await testApp();
const { app, db, services } = house;
const signIn = signedIn(house);
const donor = await signIn('donor');
const owner = await signIn('owner', 'owner');
const publicPolicies: readonly string[] = [
  'anyone',
  'signed-up',
  'signed-in',
  'before-second-factor',
];
const changes = app.policies
  .filter(({ method, allow }) => method !== 'GET' && !publicPolicies.includes(allow))
  .map(({ method, url }) => `${method} ${url}`)
  // Reads with search terms in the body (audited-reads.ts).
  .filter((route) => !/\/search(?:\.csv)?$/.test(route));
const tables = Object.values(auditedChanges);
const unaudited = Object.values(unauditedChanges).flat();

test('every change of people with a task is in one of the tables, once', () => {
  const listed = tables.flatMap((table) => Object.keys(table));
  expect([...listed, ...unaudited].toSorted()).toEqual(changes.toSorted());
});

test('the files that the table names are there, and its actions are told in Japanese', () => {
  expect(Object.keys(auditedChanges).filter((file) => !existsSync(file))).toEqual([]);
  const actions = tables.flatMap((table) =>
    Object.values(table).flatMap((rows) => rows.match(/[a-z-]+\.[a-z-]+/g) ?? []),
  );
  expect(actions.length).toBeGreaterThan(150);
  expect(actions.filter((action) => auditActionLabel(action).startsWith('そのほか'))).toEqual([]);
});

test('a change that is refused to its caller leaves the security event alone', async () => {
  const sampledChanges = sampled(changes, { every: 4, salt: 'refused changes' });
  for (const route of sampledChanges) {
    await emptyTables(db, 'audit_log');
    const [method, url = ''] = route.split(' ');
    const reply = await app.inject({
      method: method as 'POST',
      url: url.replace(/:\w+/g, '1'),
      headers: donor,
      payload: {},
    });
    await services.security.flush();
    const rows = await db.select().from(auditLog);
    expect([route, reply.statusCode, rows.map(({ action }) => action)]).toEqual([
      route,
      403,
      ['security.denied'],
    ]);
  }
});

test('what no other file does: an invitation of an organisation is withdrawn by the operator', async () => {
  const ask = callerFor(house, 'owner');
  await insertAssociate(db, 'umi');
  const path = 'associates/umi/people';
  const invited = await ask(path, { email: 'invited@example.jp', staffRole: 'viewer' });
  expect(invited.statusCode, invited.body).toBe(200);
  const { rows } = await db.execute<{ id: string }>('select id from invitations');
  const withdrawn = await ask(`${path}/invitations/${rows[0]?.id}/withdraw`, {});
  expect(withdrawn.statusCode, withdrawn.body).toBe(200);
});

test('what no other file does: a run that is prepared and the settings of its files are changed', async () => {
  const ask = callerFor(house, 'owner');
  for (const id of ['ao', 'mori']) await insertAssociate(db, id);
  await insertApplications(db, [application(1), application(2, { associateId: 'mori' })]);
  const lines = [resultLine(1), resultLine(2, { associate: 'mori' })];
  const { status } = await uploadResults(house, owner, resultFile(...lines));
  expect(status).toBe(200);
  await giveAccounts(house);
  const { transferOn } = (await ask('remittance-runs/next')).json<NextRun>();
  const wish = { periodTo: '2026-11-20', transferOn, after: '' };
  const { run } = (await ask('remittance-runs', wish)).json<RunDetail>();
  const path = `remittance-runs/${run.id}`;
  const [one] = (await ask(`${path}/remittances`)).json<{ id: string }[]>();
  const takeOutBody = { remittanceId: one?.id, reason: '次回に回すため', version: run.version };
  const left = await ask(`${path}/take-out`, takeOutBody);
  expect(left.statusCode, left.body).toBe(200);
  const { version } = left.json<RunDetail>().run;
  const moved = await ask(`${path}/transfer-day`, { transferOn: '2026-11-27', version });
  expect(moved.statusCode, moved.body).toBe(200);
  const settings = (await ask('money-settings')).json();
  const saved = await app.inject({
    method: 'PUT',
    url: '/api/office/money-settings',
    headers: owner,
    payload: { ...settings, lineEnds: 'none' },
  });
  expect(saved.statusCode, saved.body).toBe(200);
});
