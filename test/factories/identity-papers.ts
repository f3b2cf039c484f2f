import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { signedIn } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';
import { completeForLedger } from './dealer-ledger.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from './donating.ts';
import { phonePicture, picturesForm } from './pictures.ts';
import { ifMatchOf } from './seen.ts';
import { uploadResults } from './upload-results.ts';

type Headers = Record<string, string>;
type Sending = { as?: Headers; papers?: unknown; token?: string; key?: string };

/** A paper that is not a picture, with a searchable word. */
export const pdfPaper = Buffer.from('%PDF-1.7\n% a receipt of the waterworks\n%%EOF\n');
export const twoPapers = [
  { kind: 'driving-licence', files: 1 },
  { kind: 'utility-receipt', files: 1 },
];

/** Identity checks through the API, for boxes of the donor `hanako`, handled by the operator `operator-1`. */
export async function identityChecks(house: TestApp) {
  const { app, db, folder } = house;
  const signIn = signedIn(house);
  await insertAssociate(db, 'ao');
  const [donor, other, operator] = [
    await signIn('hanako'),
    await signIn('taro'),
    await signIn('operator-1', 'operator'),
  ];
  const photo = await phonePicture();
  let count = 0;
  /** Number of the current application. */
  let id = '';
  const post = (url: string, payload: object, headers: Headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers });

  return {
    donor,
    other,
    operator,
    photo,
    post,
    id: () => id,

    /** Creates a new current application for a fund, not appraised yet. */
    async arrived(changes: Parameters<typeof application>[1] = {}) {
      count += 1;
      id = numberOf(count);
      const row = application(count, { kind: 'fund', uid: 'hanako', ...changes });
      await insertApplications(db, [row]);
      return row;
    },

    /** Creates one with its result, ¥12,000 by default. */
    async appraised(changes: Parameters<typeof application>[1] = {}, amountYen = 12_000) {
      const row = await this.arrived(changes);
      const associate = row.kind === 'fund' ? '' : 'ao';
      const line = resultLine(count, { associate, appraised: amountYen });
      const { body } = await uploadResults(house, operator, resultFile(line));
      if (body.accepted !== 1) throw new Error(`not appraised: ${JSON.stringify(body)}`);
      await completeForLedger(db, id);
    },

    /** Submits files as papers of the current application: by default a photo and a PDF, by its donor. */
    send(
      files: readonly Uint8Array[] = [photo, pdfPaper],
      { as = donor, papers = twoPapers, token, key }: Sending = {},
    ) {
      const form = picturesForm('papers', { appraisalId: id, papers, token }, files);
      const headers = { ...form.headers, ...as, ...(key && { 'idempotency-key': key }) };
      const url = '/api/applications/identity-papers';
      return app.inject({ method: 'POST', url, payload: form.payload, headers });
    },

    status: (as: Headers = donor, token?: string) =>
      post('/api/applications/identity-check', { appraisalId: id, token }, as),
    admin: (path: string, headers: Headers = operator) =>
      app.inject({ url: `/api/office/${path}`, headers }),
    /** Decides on the version just read, unless the headers name another. */
    decide: async (what: 'approve' | 'return', payload: object = {}, headers: Headers = operator) =>
      post(`/api/office/identity/${id}/${what}`, payload, {
        ...(await ifMatchOf(db, id)),
        ...headers,
      }),

    application: async () =>
      (await db.select().from(applications).where(eq(applications.appraisalId, id)))[0],
    rows: () => db.select().from(identityPapers).where(eq(identityPapers.appraisalId, id)),
    /** Names of all paper files, and of those with a row: both must match. */
    onDisk: async () => (await readdir(join(folder, 'identity-papers')).catch(() => [])).toSorted(),
    filesOfRows: async () =>
      (await db.select().from(identityPapers))
        .map(({ fileName }) => fileName.split('/')[1])
        .toSorted(),
    mails: () => db.select().from(outboxMails).where(eq(outboxMails.appraisalId, id)),
    audits: async (action: string) =>
      (await db.select().from(auditLog).where(eq(auditLog.action, action))).filter(
        ({ subjectId }) => subjectId === id,
      ),
  };
}
