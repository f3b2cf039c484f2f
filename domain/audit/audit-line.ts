import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

/** Entries on one page of the operator's list. */
export const auditLogPageSize = 50;

/** An entry of the audit log as the operator reads it: who did what to which record, and when. */
export const AuditLine = z.object({
  id: z.string(),
  at: Timestamp,
  actorUid: z.string(),
  /** The names of the account, else its e-mail; "" for one that is gone. */
  actorName: z.string(),
  /** Where and what: "applications.list". */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** Numbers and states, no personal data. */
  details: z.array(z.string()),
});
export type AuditLine = z.infer<typeof AuditLine>;

const labels: Readonly<Record<string, string>> = {
  encoding: '文字コード',
  carrier: '運送会社',
  from: '前の状態',
  to: '次の状態',
  state: '状態',
  rows: '行数',
  accepted: '取り込んだ行',
  unchanged: '前と同じ行',
  service: 'サービス',
  kind: '種類',
  papers: '書類',
  paper: '書類の番号',
};
const idsShown = 5;

/** What an entry says besides, in short Japanese; what has no label here is not shown. */
export function auditDetails(details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (key === 'ids' && Array.isArray(value)) return idsLine(value);
    const label = labels[key];
    const text = Array.isArray(value) ? value.join('、') : value;
    const isShown = typeof text === 'string' || typeof text === 'number';
    return label !== undefined && isShown && text !== '' ? [`${label}：${text}`] : [];
  });
}

function idsLine(ids: readonly unknown[]): string[] {
  if (ids.length === 0) return ['0件'];
  const shown = ids.slice(0, idsShown).join('、');
  return [ids.length > idsShown ? `${ids.length}件：${shown} ほか` : `${ids.length}件：${shown}`];
}
