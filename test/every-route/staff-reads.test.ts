import { Ajv2020 } from 'ajv/dist/2020.js';
import { asc, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { sampled } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { addresses, auditedReads, unauditedReads } from './audited-reads.ts';
import { filledHouse } from './whole-house.ts';

// Each read by people with a role: its audit row, and that no cell of its file starts a formula.
// The tables are written out by hand, like the policy's: a read missing from all of them fails.

const house = await testApp();
const { app, db, services } = house;
const { owner, staff, send, ids } = await filledHouse(house);
const donor = await signedIn(house)('some-donor');

const all = Object.values(unauditedReads).flat();
const isRead = ({ method, url }: { method: string; url: string }) =>
  method === 'GET' || /\/search(?:\.csv)?$/.test(url);
const publicPolicies: readonly string[] = [
  'anyone',
  'signed-up',
  'signed-in',
  'before-second-factor',
];
const reads = app.policies.filter((one) => isRead(one) && !publicPolicies.includes(one.allow));
const filled = (text: string) =>
  text.replace(/:([a-zA-Z]+)/g, (whole, name) => (ids as Record<string, string>)[name] ?? whole);
/** Versions are below the record that they belong to. */
const addressOf = (url: string) => {
  const [thing = '', version] = url.split(/(?=\/versions(?:\/|$))/);
  return encodeURI(filled((addresses[url] ?? addresses[thing] ?? thing) + (version ?? '')));
};
const callerOf = (url: string) => (url.startsWith('/api/staff') ? staff : owner);
const uidOf = (url: string) => (url.startsWith('/api/staff') ? 'editor' : 'owner-of-all');

async function call(route: string, { by, method, ...more }: Call = {}) {
  const [declared, url = ''] = route.split(' ');
  const reply = await app.inject({
    method: (method ?? declared) as 'GET',
    url: addressOf(url),
    headers: { ...(by ?? callerOf(url)), ...more.headers },
    ...(declared === 'POST' && { payload: {} }),
  });
  await services.security.flush();
  const rows = await db.select().from(auditLog).orderBy(asc(auditLog.id));
  const written = rows.map(
    (row) => `${row.actorUid}: ${row.action} ${row.subjectType} ${row.subjectId}`,
  );
  const isFile = reply.headers['content-disposition'] !== undefined;
  return { status: reply.statusCode, body: reply.body, written, isFile };
}
type Call = {
  by?: Record<string, string>;
  method?: string;
  headers?: Record<string, string>;
};
const emptyAuditLog = () => emptyTables(db, 'audit_log');
/** The audit row of a route, and the security event that each file records besides. */
const rowsOf = (route: string, isFile: boolean) => {
  const who = uidOf(route.split(' ')[1] ?? '');
  const isDownload = isFile && !route.includes('attachments');
  return [
    `${who}: ${filled(auditedReads[route] ?? '')}`,
    ...(isDownload ? [`${who}: security.export user ${who}`] : []),
  ];
};

beforeAll(async () => {
  for (const { url } of reads.filter((one) => one.url.endsWith('/versions'))) {
    const path = addressOf(url).replace(/\/versions$/, '');
    const current = (await app.inject({ url: path, headers: callerOf(url) })).json();
    await send(`${path}/draft`, { content: current.current.content }, callerOf(url));
  }
});
beforeEach(emptyAuditLog);

test('every read of people with a task is in one of the tables', () => {
  const declared = reads.map(({ method, url }) => `${method} ${url}`);
  expect(declared.toSorted()).toEqual([...Object.keys(auditedReads), ...all].toSorted());
});

describe('is recorded once, with reader and record', () => {
  test.each(Object.keys(auditedReads))('%s', async (route) => {
    const { status, written, body, isFile } = await call(route);
    expect(status, body).toBe(200);
    expect(written).toEqual(rowsOf(route, isFile));
  });
});

describe('is recorded for HEAD and conditional requests, too', () => {
  const gets = Object.keys(auditedReads).filter((route) => route.startsWith('GET'));
  test.each(sampled(gets, { every: 8, salt: 'audited heads' }))('%s', async (route) => {
    const { status, written, isFile } = await call(route, { method: 'HEAD' });
    expect(status).toBe(200);
    expect(written).toEqual(rowsOf(route, isFile));
    await emptyAuditLog();
    const headers = { 'if-none-match': '*', 'if-modified-since': new Date(2_100, 1).toUTCString() };
    const again = await call(route, { headers });
    expect([again.status, again.written]).toEqual([200, rowsOf(route, isFile)]);
  });
});

describe('leaves only the refusal if the reader lacks permission', () => {
  test.each(sampled(Object.keys(auditedReads), { every: 8, salt: 'audited refusals' }))(
    '%s',
    async (route) => {
      expect(await call(route, { by: donor })).toMatchObject({
        status: 403,
        written: ['some-donor: security.denied user some-donor'],
      });
    },
  );
});

/** Names, addresses and texts of people, marked by insertWholePerson. */
const personal =
  /〆(?:applications|users|contact_messages|listing_applications|outbox_mails|dealer_entries|invitations|legal_consents|donor_notes|second_factor_resets)\.\w+〆|(?:taro|jiro|guest)@|花子/;

describe.each(Object.entries(unauditedReads))('%s: no row', (reason, routes) => {
  test.each(routes)('%s', async (route) => {
    const { status, written, body } = await call(route);
    expect([status, written]).toEqual([200, []]);
    if (reason !== 'what everybody may read') expect(body).not.toMatch(personal);
  });
});

test('every answer in JSON is as the OpenAPI document describes it', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const wrong: [url: string, why: string][] = [];
  let held = 0;
  for (const { url, allow } of app.policies.filter(({ method }) => method === 'GET')) {
    const path = url.replace(/:(\w+)/g, '{$1}');
    const described = document.paths[path]?.get.responses['200']?.content?.['application/json'];
    if (!described) continue;
    const reply = await app.inject({
      url: addressOf(url),
      headers: publicPolicies.includes(allow) ? donor : callerOf(url),
    });
    if (reply.statusCode !== 200 || !reply.headers['content-type']?.startsWith('application/json'))
      continue;
    const pointer = path.replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent);
    const schema = `api#/paths/${pointer}/get/responses/200/content/application~1json/schema`;
    const isAsDescribed = ajv.compile({ $ref: schema });
    if (!isAsDescribed(reply.json())) wrong.push([url, ajv.errorsText(isAsDescribed.errors)]);
    held += 1;
  }
  expect(wrong).toEqual([]);
  expect(held).toBeGreaterThan(170);
});

describe('starts no formula in a spreadsheet, whatever people typed', () => {
  beforeAll(async () => {
    await beginMarksWith('=');
  });

  // Journals go into a program, which looks up names literally (docs/product.md, Files for people).
  const files = reads.filter(({ url }) => url.endsWith('.csv') && !url.includes('/journals.csv'));
  test.each(files)('$method $url', async ({ method, url }) => {
    const { status, body } = await call(`${method} ${url}`);
    expect(status).toBe(200);
    expect(cellsOf(body).filter(isFormula)).toEqual([]);
  });

  test('and what was typed is in most of them', async () => {
    const bodies = [];
    for (const { method, url } of files) bodies.push((await call(`${method} ${url}`)).body);
    expect(bodies.filter((body) => body.includes("'=〆")).length).toBeGreaterThan(12);
  });
});

/** Puts a sign before each mark of a person that is not a key. */
async function beginMarksWith(sign: string) {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
      and not exists (select from information_schema.key_column_usage k
        where k.table_name = c.table_name and k.column_name = c.column_name)`);
  for (const { table, column } of rows) {
    const [to, of] = [sql.identifier(column), sql.identifier(table)];
    await db
      .execute(sql`update ${of} set ${to} = ${sign} || ${to} where ${to} like '〆%'`)
      // Columns that cannot be changed, or accept certain values only.
      .catch(() => undefined);
  }
}

/** Cells of a CSV: each is quoted or has neither comma nor quote. */
const cellsOf = (csv: string): string[] =>
  [...csv.replace(/^\uFEFF/, '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
/** A negative amount is no formula, nor is protected text of digits and signs (="0312"). */
const isFormula = (cell: string) =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(cell) && !/^-\d+$|^="[\w０-９ ()./-]+"$/.test(cell);
